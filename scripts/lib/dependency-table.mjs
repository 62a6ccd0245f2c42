import { between } from './markdown.mjs';

/**
 * What one package may import. `workspace`: packages of this repository, without `@gateway/`. `tests`: further ones that only its
 * tests, scripts and tool settings may import. `thirdParty`: the complete list of other packages that its sources may import;
 * without it, everything that its package.json declares. `bundled`: what it imports is packed with it, so that it declares it for
 * development only. `starts`: packages whose programs its tests start, without an import. `byName`: packages that only those of its
 * tests depend on that name them; both are read by `npm test`, which leaves out what did not change (affected.mjs).
 * @typedef {{ workspace: readonly string[], tests?: readonly string[], thirdParty?: readonly string[], bundled?: true,
 *   starts?: readonly string[], byName?: readonly string[], note?: string }} Rule
 */

/**
 * The one table of dependency rules, by folder. `scripts/lib/dependency-rules.mjs` enforces it, and `node scripts/cli.mjs tables`
 * writes it into docs/packages.md. The first pattern that fits a folder counts.
 * @type {Readonly<Record<string, Rule>>}
 */
const dependencyTable = {
  'packages/contract': { workspace: [], thirdParty: ['zod'] },
  'packages/client': { workspace: [], thirdParty: [], note: 'the types of the contract are written into it' },
  // vitest: the conformance suite, which adapters' tests call.
  'packages/platform-kit': { workspace: [], thirdParty: ['zod', 'vitest'] },
  'packages/graph-api': { workspace: ['platform-kit'], tests: ['simulators'], thirdParty: ['zod'] },
  'packages/platform-messenger': { workspace: ['platform-kit', 'graph-api'], tests: ['simulators'] },
  'packages/platform-whatsapp': { workspace: ['platform-kit', 'graph-api'], tests: ['simulators'] },
  'packages/platform-*': { workspace: ['platform-kit'], tests: ['simulators'], note: "the platform's SDK" },
  'packages/agent-protocols': { workspace: ['contract'], note: "the protocol's SDK" },
  'packages/cli': { workspace: ['client', 'agent-protocols'], thirdParty: [], bundled: true },
  'packages/n8n-nodes-gateway': { workspace: [], note: 'n8n-workflow, which n8n provides' },
  'packages/core': {
    workspace: ['contract', 'platform-kit'],
    thirdParty: ['@marcbachmann/cel-js', 'canonicalize', 're2js', 'zod'],
  },
  'packages/store': { workspace: ['core'], note: 'Prisma and the database drivers' },
  // The package that it makes imports the others, and so do its templates.
  'packages/create-gateway-platform': { workspace: [], tests: ['platform-kit', 'simulators'], thirdParty: [] },
  'packages/sandbox': { workspace: [], thirdParty: ['express'] },
  'packages/simulators': { workspace: ['sandbox'] },
  'apps/gateway': {
    workspace: ['core', 'store', 'contract', 'agent-protocols', 'platform-kit'],
    tests: ['client', 'sandbox', 'simulators'],
    byName: ['platform-*', 'graph-api', 'cli', 'console', 'n8n-nodes-gateway'],
    note: 'adapters and the sandbox are found by their package.json',
  },
  // core: its signer, which the tests compare the console's signature check with.
  'apps/console': { workspace: ['contract'], tests: ['core'] },
  // store: its counter of statements.
  bench: { workspace: ['simulators', 'store'], starts: ['gateway'], note: 'the gateway as a process' },
  demo: { workspace: ['contract', 'simulators'], starts: ['gateway'], note: 'the gateway as a process' },
  e2e: {
    workspace: ['contract', 'simulators'],
    starts: ['gateway', 'console'],
    byName: ['platform-*', 'cli'],
    note: 'the gateway as a process',
  },
};

/** Folders whose subfolders never import each other. */
export const independentFolders = ['apps/console/src/features'];

/**
 * Folders of a package in their order: each imports, for values and for types, only from itself and from earlier lines. Files beside
 * them import all of them. A folder that is missing here is a problem.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
export const orderedFolders = {
  'packages/core/src': [
    ['text', 'tracing'],
    ['ports'],
    ['base'],
    ['access', 'credentials', 'hosted-files', 'questions'],
    ['audit', 'channels', 'idempotency', 'limits', 'managed', 'saved-views', 'sealed-addresses', 'search'],
    ['deliveries', 'keys', 'people', 'receivers', 'retention'],
    ['answers', 'delivery-reports', 'operators'],
    ['approvals', 'connections', 'events', 'grants', 'policies', 'rules', 'status'],
    ['messages', 'posts', 'registration'],
    ['inbound', 'prompts'],
    ['waiting'],
    ['notifications'],
    ['alerts', 'removal'],
  ],
};

/**
 * The rule of a package's folder; undefined when the table has none.
 * @param {string} folder
 * @returns {Rule | undefined}
 */
export function ruleOf(folder) {
  const fits = (/** @type {string} */ pattern) =>
    pattern.endsWith('*') ? folder.startsWith(pattern.slice(0, -1)) : pattern === folder;
  return Object.entries(dependencyTable).find(([pattern]) => fits(pattern))?.[1];
}

const markers = {
  begin: '<!-- dependency rules: written by `node scripts/cli.mjs tables` -->',
  end: '<!-- end of dependency rules -->',
};

/** The table as docs/packages.md shows it: a package, and what its sources may import. */
function dependencyBlock() {
  const rows = Object.entries(dependencyTable).map(([folder, { workspace, thirdParty = [], note }]) => ({
    name: folder.replace(/^packages\//, ''),
    imports: [...workspace, ...thirdParty, ...(note ? [note] : [])].join(', ') || 'nothing',
  }));
  const width = Math.max(...rows.map(({ name }) => name.length));
  return ['```', ...rows.map(({ name, imports }) => `${name.padEnd(width)}  ─▶ ${imports}`), '```'].join('\n');
}

/**
 * A text with the block between its markers. Throws when they are missing.
 * @param {string} text
 */
export function withDependencyBlock(text) {
  return between(text, markers, dependencyBlock());
}
