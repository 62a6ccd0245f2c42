import { prepare } from '../lib/prepare.mjs';
import { main, run, Stop, tool } from '../lib/run.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (!name) throw new Stop('Which tool? For example: node scripts/run.mjs oxlint');
  await prepare({ build: false });
  const { code } =
    name === 'migrations'
      ? await run(process.execPath, ['packages/store/scripts/migrations.mjs', ...args])
      : await run(tool(name), args);
  process.exitCode = code;
});
