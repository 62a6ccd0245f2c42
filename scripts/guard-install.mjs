// Runs before every installation. `npm install` cannot install a pnpm workspace: it fetches the root's tools, reports
// success and leaves the packages without theirs. Say so, and take away what npm has put here by the time it asks.
import { existsSync, rmSync } from 'node:fs';

if (!String(process.env.npm_config_user_agent).startsWith('pnpm/')) {
  if (existsSync('node_modules/.package-lock.json')) rmSync('node_modules', { recursive: true, force: true });
  rmSync('package-lock.json', { force: true });
  console.error('Run `npm start` or `npm test` instead of `npm install`: they install what this pnpm workspace needs.');
  console.error(`To install an adapter, run these two lines instead:
npm install --prefix ../adapters gateway-platform-example
PLATFORM_PACKAGES=../adapters npm start`);
  process.exit(1);
}
