// Plays recorded games (wasm_games.py) in a worker, in Node or in a page, and compares. Meanwhile a timer must go
// on: a page does not freeze.

/** Play them; how many decisions there were, what was wrong, and how often the timer went off. */
export async function played({ Client }, games) {
  const client = new Client();
  const wrong = [];
  let decisions = 0;
  let beats = 0;
  const timer = setInterval(() => beats++, 1);
  await client.ready;
  const { agents, decks } = await client.about();
  if (!agents.includes('net') || !decks.includes('axiom')) wrong.push('agents or decks are missing');
  const two = await Promise.all(games.map(({ decks: [a, b], seed }) => client.start(a, b, seed)));
  beats = 0;
  await Promise.all(games.map(async ({ steps, seed }, k) => {
    for (const [n, step] of steps.entries()) {
      decisions++;
      const options = await two[k].options();
      const labels = options.map(({ label }) => label);
      if (JSON.stringify(labels) !== JSON.stringify(step.labels)) wrong.push(`game ${seed}, decision ${n}: labels`);
      for (const [name, told] of Object.entries(step.advised ?? {})) {
        const { action, value } = await two[k].advise(name, n);
        const same = typeof told === 'number' ? options[told].action === action : value === told.value;
        if (!same) wrong.push(`game ${seed}, decision ${n}: ${name}`);
      }
      const view = await two[k].view(await two[k].decider());
      if (view.over || view.players.length !== 2) wrong.push(`game ${seed}, decision ${n}: view`);
      await two[k].act(options[step.taken].action);
    }
    if (await two[k].decider() !== null) wrong.push(`game ${seed} goes on`);
  }));
  clearInterval(timer);
  const refused = async (what, asked, name, says) => {
    const error = await asked.then(() => null, (found) => found);
    if (error?.name !== name || !error.message.includes(says)) wrong.push(`${what}: ${error}`);
  };
  await refused('an unknown deck', client.start('axioms', 'bravos'), 'RangeError', 'no deck is called axioms');
  await refused('an action at the end', two[0].act(0), 'RangeError', 'the game is over');
  await two[0].end();
  await refused('a game that was ended', two[0].options(), 'RangeError', 'has ended');
  const late = two[1].options();
  client.close();
  await refused('a question to a worker that was stopped', late, 'Error', 'was stopped');
  return { decisions, beats, wrong };
}
