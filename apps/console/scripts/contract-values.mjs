import * as contract from '@gateway/contract';

/**
 * Separates what pages read of the contract from its schemas, so that a page loads zod only for its forms:
 * - Each route and constant is a module of its own. A route has its method, path and scopes there.
 * - Schemas that a form imports by name keep their module. Their `.meta(…)` calls, which only the OpenAPI document uses, are removed. Each
 *   schema is marked as free of side effects, so that the bundler removes those that no page imports.
 * @returns {import('vite').Plugin}
 */
export function contractValues() {
  return {
    name: 'contract-values',
    apply: 'build',
    resolveId: { filter: { id: /^contract:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0contract:/ },
      handler: (id) => `export const value = ${JSON.stringify(values.get(id.slice('\0contract:'.length)))};`,
    },
    transform: {
      filter: { id: [/packages\/contract\/src\//, /apps\/console\/src\/.+\.tsx?$/] },
      handler(code, id) {
        const program = this.parse(code);
        if (id.includes('packages/contract')) return { code: edited(code, schemaEdits(program)), map: null };
        for (const use of schemasRead(program))
          this.error(
            `${use}: import this schema of the contract by a name. The build removes the schemas from the routes.`,
          );
        return { code: edited(code, program.body.filter(isImport).map(importEdit)), map: null };
      },
    },
  };
}

/** What pages read of the contract that is data, by name. */
const values = new Map(
  Object.entries(contract).flatMap(([name, value]) => {
    if (isRoute(value)) return [[name, { method: value.method, path: value.path, scopes: value.scopes }]];
    return isData(value) ? [[name, value]] : [];
  }),
);

/** @param {any} value */
function isRoute(value) {
  return typeof value?.path === 'string' && typeof value.method === 'string' && 'reply' in value;
}

/** @param {any} value */
function isData(value) {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isData);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData);
}

/** @param {any} statement */
function isImport({ type, source }) {
  return type === 'ImportDeclaration' && source.value === '@gateway/contract';
}

/**
 * Takes data from the modules of the values, and the rest from the contract.
 * @param {any} declaration
 * @returns {Edit}
 */
function importEdit({ start, end, specifiers }) {
  const lines = specifiers.map(({ imported: { name }, local }) =>
    values.has(name)
      ? `import { value as ${local.name} } from 'contract:${name}';`
      : `import { ${name} as ${local.name} } from '@gateway/contract';`,
  );
  return { start, end, text: lines.join(' ') };
}

/** The reads of a route's schema in a module of the console: `createPrompt.body`. */
function schemasRead(program) {
  const imported = new Set(
    program.body.filter(isImport).flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)),
  );
  const found = [];
  visit(program, ({ type, object, property }) => {
    if (type !== 'MemberExpression' || object.type !== 'Identifier' || !imported.has(object.name)) return;
    if (['query', 'body', 'params', 'reply'].includes(property.name)) found.push(`${object.name}.${property.name}`);
  });
  return found;
}

/** @typedef {{ start: number, end: number, text: string }} Edit */

/** @param {any} program a module of the contract */
function schemaEdits(program) {
  const edits = program.body.flatMap(pure);
  visit(program, ({ type, callee, end }) => {
    if (type === 'CallExpression' && callee.type === 'MemberExpression' && callee.property.name === 'meta')
      edits.push({ start: callee.object.end, end, text: '' });
  });
  return edits;
}

/**
 * Makes the calls that initialize the constants of a module pure, with all their arguments: `const a = (() => b(c()))()`, annotated.
 * @param {any} statement
 * @returns {Edit[]}
 */
function pure(statement) {
  const { type, declarations } = statement.declaration ?? statement;
  if (type !== 'VariableDeclaration') return [];
  return declarations
    .map(({ init }) => init)
    .filter((init) => init?.type === 'CallExpression')
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => ' },
      { start: end, end, text: ')()' },
    ]);
}

/**
 * @param {string} code
 * @param {readonly Edit[]} edits An edit inside another one is left out.
 */
function edited(code, edits) {
  let rest = '';
  let from = 0;
  for (const { start, end, text } of edits.toSorted(
    (left, right) => left.start - right.start || right.end - left.end,
  )) {
    if (start < from) continue;
    rest += code.slice(from, start) + text;
    from = end;
  }
  return rest + code.slice(from);
}

/**
 * @param {any} node
 * @param {(node: any) => void} onNode
 */
function visit(node, onNode) {
  if (typeof node?.type === 'string') onNode(node);
  for (const child of Object.values(node ?? {})) if (typeof child === 'object') visit(child, onNode);
}
