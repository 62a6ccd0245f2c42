import { textFiles } from '../lib/source-rules.mjs';
import { wordHits } from '../lib/words.mjs';

/** Whether a listed word fails the check, or is only counted. */
const FAILS = true;

// Lists words that the project does not use: `node scripts/cli.mjs words [--check] [folder or file …]`. The list and its
// exceptions are in scripts/lib/word-list.mjs.
const args = process.argv.slice(2);
const isCheck = args.includes('--check');
const folders = args.filter((arg) => arg !== '--check');
const hits = textFiles()
  .filter(({ path }) => folders.length === 0 || folders.some((folder) => path.startsWith(folder)))
  .flatMap(wordHits);
if (!isCheck || FAILS)
  for (const { path, line, word, instead, text } of hits)
    console.log(`${path}:${line}: "${word}": write ${instead}.\n    ${text.slice(0, 160)}`);
console.log(`${hits.length} words to replace`);
process.exitCode = FAILS && hits.length > 0 ? 1 : 0;
