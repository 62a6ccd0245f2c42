/**
 * Leaves the `.meta(…)` of the contract's schemas out of the bundle: their texts are for the OpenAPI document, and no page reads them.
 * @returns {import('vite').Plugin}
 */
export function stripSchemaMeta() {
  return {
    name: 'strip-schema-meta',
    transform: {
      filter: { id: /packages\/contract\/src\// },
      handler(code) {
        /** @type {[start: number, end: number][]} */
        const calls = [];
        visit(this.parse(code), (node) => {
          const { type, callee } = node;
          if (type === 'CallExpression' && callee.type === 'MemberExpression' && callee.property.name === 'meta')
            calls.push([callee.object.end, node.end]);
        });
        // From the end on, so that the places before stay what they are.
        const cut = calls.toSorted(([left], [right]) => right - left);
        return { code: cut.reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), code), map: null };
      },
    },
  };
}

/**
 * @param {any} node
 * @param {(node: any) => void} see
 */
function visit(node, see) {
  if (typeof node?.type === 'string') see(node);
  for (const child of Object.values(node ?? {})) if (typeof child === 'object') visit(child, see);
}
