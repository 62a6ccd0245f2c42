/**
 * Removes from the contract what only a server needs: the schemas and descriptions of each `route({…})`, which no page reads, and the
 * `.meta(…)` calls of schemas, which only the OpenAPI document uses. Each schema is marked as free of side effects, so that the bundler
 * removes those that no page imports.
 * @returns {import('vite').Plugin}
 */
export function stripSchemas() {
  return {
    name: 'strip-schemas',
    transform: {
      filter: { id: [/packages\/contract\/src\//, /apps\/console\/src\/.+\.tsx?$/] },
      handler(code, id) {
        if (!id.includes('packages/contract')) {
          for (const use of schemasRead(this.parse(code)))
            this.error(
              `${use}: import this schema of the contract by a name. The build removes the schemas from the routes.`,
            );
          return undefined;
        }
        /** @type {Edit[]} */
        const edits = [];
        visit(this.parse(code), (node) => {
          const { type, callee } = node;
          if (type === 'Program') edits.push(...node.body.flatMap(pure));
          if (type !== 'CallExpression') return;
          if (callee.type === 'MemberExpression' && callee.property.name === 'meta')
            edits.push({ start: callee.object.end, end: node.end, text: '' });
          if (isRoute(node)) edits.push(withoutSchemas(node, code));
        });
        return { code: edited(code, edits), map: null };
      },
    },
  };
}

/** The reads of a route's schema in a module of the console: `createPrompt.body`. */
function schemasRead(program) {
  const imported = new Set(
    program.body
      .filter(({ type, source }) => type === 'ImportDeclaration' && source.value === '@gateway/contract')
      .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)),
  );
  const found = [];
  visit(program, ({ type, object, property }) => {
    if (type !== 'MemberExpression' || object.type !== 'Identifier' || !imported.has(object.name)) return;
    if (['query', 'body', 'params', 'reply'].includes(property.name)) found.push(`${object.name}.${property.name}`);
  });
  return found;
}

const isRoute = ({ callee }) => callee.type === 'Identifier' && callee.name === 'route';

/** The parts of a route that only a server needs. */
const serverOnly = new Set(['params', 'query', 'body', 'reply', 'description', 'errors']);

/** @typedef {{ start: number, end: number, text: string }} Edit */

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
    .filter((init) => init?.type === 'CallExpression' && !isRoute(init))
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => ' },
      { start: end, end, text: ')()' },
    ]);
}

/**
 * @param {any} call the declaration of a route
 * @param {string} code
 * @returns {Edit}
 */
function withoutSchemas({ start, end, arguments: [declaration] }, code) {
  const kept = declaration.properties.filter(({ key }) => !serverOnly.has(key?.name));
  return { start, end, text: `{ ${kept.map((one) => code.slice(one.start, one.end)).join(', ')} }` };
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
