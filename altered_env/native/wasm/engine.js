// The module and its memory: entries are called here, and nothing else is known of the engine.

/** Read a file of the package, in Node or in a browser. */
async function read(name) {
  const url = new URL(name, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return new Uint8Array(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const json = async (name) => JSON.parse(new TextDecoder().decode(await read(name)));
const REFUSED = () => { throw new Error('the engine called the system'); };

const [code, layout, words, image] = await Promise.all([
  read('engine.wasm').then((bytes) => WebAssembly.compile(bytes)),
  json('engine.json'), json('words.json'), read('memory.bin.gz').then(unpacked),
]);

export { layout, words };

/** One instance of the engine, with memory of its own. */
export class Engine {
  constructor() {
    const asked = {};
    for (const { module, name } of WebAssembly.Module.imports(code)) {
      (asked[module] ??= {})[name] = REFUSED;
    }
    this.exports = new WebAssembly.Instance(code, asked).exports;
    this.exports._initialize?.();
    const memory = this.exports.memory;
    this.base = Math.ceil(this.exports.__heap_base.value / 4096) * 4096;
    const missing = this.base + layout.size - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    this.bytes = new Uint8Array(memory.buffer);
    this.data = new DataView(memory.buffer);
    this.bytes.set(image, this.base);
    this.slots = new BigInt64Array(memory.buffer, this.at('slots'), layout.slots);
    this.entries = Object.fromEntries(Object.entries(layout.entries).map(([name, entry]) =>
      [name, { call: this.exports[entry.symbol], slots: entry.slots.map((word) =>
        typeof word === 'string' ? BigInt(this.base) + BigInt(word.slice(1))
          : word === null ? null : BigInt(word)) }]));
  }

  /** The address of an array. */
  at(name) {
    return this.base + layout.places[name];
  }

  /** Write whole numbers of 64 bits to an array, from this byte on. */
  write(name, numbers, from = 0) {
    numbers.forEach((number, k) =>
      this.data.setBigInt64(this.at(name) + from + 8 * k, BigInt(number), true));
  }

  /** Number k of such an array. */
  read(name, k = 0) {
    return this.data.getBigInt64(this.at(name) + 8 * k, true);
  }

  /** Call an entry with the numbers that it leaves open; where its result lies. */
  call(name, ...numbers) {
    const { call, slots } = this.entries[name];
    let n = 0;
    for (let k = 0; k < slots.length; k++) {
      this.slots[k] = slots[k] === null ? BigInt(numbers[n++] ?? 0) : slots[k];
    }
    const status = call(this.at('result'), this.at('slots'));
    if (status !== 0 && status !== -2) throw new Error(`${name} failed with status ${status}`);
    return this.at('result');
  }
}
