import { main, run, Stop, tool } from './lib/run.mjs';

// Writes docs/contract-coverage.md: the test compares it with what the rows say, and with -u replaces it.
await main(async () => {
  const { code } = await run(tool('vitest'), ['run', 'scripts/test/coverage-table.test.mjs', '-u']);
  if (code !== 0) throw new Stop('docs/contract-coverage.md was not written: mend what is said above.');
});
