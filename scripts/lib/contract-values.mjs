/** @typedef {Readonly<Record<string, any>>} Contract what @gateway/contract exports */

/**
 * The routes and constants of the contract as TypeScript without zod, so that a page of the console loads zod only for its forms.
 * @param {Contract} contract
 * @returns {string}
 */
export function contractValues(contract) {
  const lines = Object.entries(contract)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([name, value]) => {
      if (isRoute(value)) return [routeLine(name, value)];
      return isData(value) ? [`export const ${name}: typeof contract.${name} = ${JSON.stringify(value)};`] : [];
    });
  return [
    '// Written by `node scripts/cli.mjs tables` from the routes and constants of @gateway/contract. A test compares both.',
    "import type * as contract from '../index.js';",
    "import type { RouteValue } from '../routes/route-value.js';",
    '',
    ...lines,
    '',
  ].join('\n');
}

/**
 * What a request needs of a route.
 * @param {string} name
 * @param {any} route
 */
function routeLine(name, { method, path, scopes }) {
  return `export const ${name}: RouteValue<typeof contract.${name}> = ${JSON.stringify({ method, path, scopes })};`;
}

/** @param {any} value */
function isRoute(value) {
  return typeof value?.path === 'string' && typeof value.method === 'string' && 'reply' in value;
}

/**
 * @param {any} value
 * @returns {boolean}
 */
function isData(value) {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isData);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData);
}
