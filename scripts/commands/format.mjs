import { prepare } from '../lib/prepare.mjs';
import { main, run, tool } from '../lib/run.mjs';

await main(async () => {
  await prepare({ build: false });
  process.exitCode = (await run(tool('oxfmt'), process.argv.slice(2))).code;
});
