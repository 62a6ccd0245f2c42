/**
 * Removes the `.meta(…)` calls of the contract's schemas from the bundle. Only the OpenAPI document uses their texts.
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
        // From the end, so that the earlier offsets stay valid.
        const fromEnd = calls.toSorted(([left], [right]) => right - left);
        return {
          code: fromEnd.reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), code),
          map: null,
        };
      },
    },
  };
}

/**
 * @param {any} node
 * @param {(node: any) => void} onNode
 */
function visit(node, onNode) {
  if (typeof node?.type === 'string') onNode(node);
  for (const child of Object.values(node ?? {})) if (typeof child === 'object') visit(child, onNode);
}
