/** One instance of the engine, with memory of its own: 20 MB. */
export class Engine {
  constructor();
}
