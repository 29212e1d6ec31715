// Reads the decks of tab_decks.py, and compares what is said of them.
//
//     node tests/native/tab_decks.mjs SITE FILE

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, file] = process.argv.slice(2);
const at = (name) => pathToFileURL(`${folder}/${name}`);
const { loaded } = await import(at('tab/kit.js'));
const { Cards } = await import(at('tab/cards.js'));
const { Decks } = await import(at('tab/decks.js'));

const sorted = (value) => Array.isArray(value) ? value.map(sorted)
  : value && typeof value === 'object'
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
const text = (value) => JSON.stringify(sorted(value));

const kit = await loaded();
const decks = new Decks(kit, new Cards(kit));
let [count, illegal, wrong] = [0, 0, 0];
for (const line of readFileSync(file, 'utf-8').trim().split('\n')) {
  const { asked, told } = JSON.parse(line);
  const found = { ...(await decks.build(asked)), suggested: null };
  if (found.hero) found.suggested = await decks.suggest(asked);
  count++;
  illegal += Number(found.formats[0].wrong.length > 0);
  for (const key of Object.keys({ ...told, ...found })) {
    if (text(found[key]) === text(told[key])) continue;
    wrong++;
    const [here, there] = [text(found[key]) ?? '', text(told[key]) ?? ''];
    let at = 0;  // where they differ
    while (at < here.length && here[at] === there[at]) at++;
    const around = (one) => one.slice(Math.max(0, at - 80), at + 120);
    if (wrong < 8) console.log(`${asked.name}, ${key}: ...${around(here)} instead of ...${around(there)}`);
  }
}
console.log(`decks: ${count}\nillegal: ${illegal}\nwrong: ${wrong}`);
process.exitCode = wrong ? 1 : 0;
