import { relative } from 'node:path';
import { prepare } from '../lib/prepare.mjs';
import { writeProductionFolder } from '../lib/production.mjs';
import { main } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

// `npm start` and `npm test` build what is stale; only this command also writes the folder for production.
await main(async () => {
  await prepare();
  const folder = relative(root, writeProductionFolder());
  console.log(
    `The production folder is ${folder}: copy it to any machine of this kind with Node, and start it with node ${folder}/dist/cli.js`,
  );
});
