// node tests/native/wasm_in_node.mjs PACKAGE FILE: wasm_worker.mjs with the first games of a file.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { played } from './wasm_worker.mjs';

const [folder, file] = process.argv.slice(2);
const games = readFileSync(file, 'utf8').split('\n', 2).map((line) => JSON.parse(line));
console.log(JSON.stringify(await played(await import(pathToFileURL(`${folder}/client.js`)), games)));
