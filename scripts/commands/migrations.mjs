import { prepare } from '../lib/prepare.mjs';
import { main, run } from '../lib/run.mjs';

await main(async () => {
  await prepare({ build: false });
  const args = ['packages/store/scripts/migrations.mjs', ...process.argv.slice(2)];
  process.exitCode = (await run(process.execPath, args)).code;
});
