import { parseSync } from 'vite';

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Calls whose arguments are no texts: class names, names of pages, errors of the code, the log, code to copy. */
const calls = /^(?:classes|code|lazyPage|console\.\w+|\w*Error)$/;

/** Literals that begin like a text and are none: keys of the keyboard, headers, types of events, names of products. */
const notTexts =
  /^(?:Enter|Escape|Tab|Home|End|Arrow\w+|Content-Type|Accept|Authorization|X-[\w-]+|Retry-After|TypeScript)$/;

/**
 * The texts that stand in a source file instead of a catalogue: text between tags, literals that begin like a word or a sentence,
 * and templates with words. Each with its line: "12: Save".
 */
export function textsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const report = (node: Syntax, text: string) => {
    const line = source.slice(0, node.start).split('\n').length;
    found.push(`${line}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (!isSyntax(node) || isSilent(node, source)) return;
    const { type } = node;
    if (type === 'JSXText' && /\p{L}/u.test(String(node['value']))) report(node, String(node['value']));
    else if (type === 'Literal' && typeof node['value'] === 'string' && isText(node['value']))
      report(node, node['value']);
    else if (type === 'TemplateElement') {
      const { cooked } = node['value'] as { readonly cooked: string };
      const withoutTags = cooked.replaceAll(/<[^>]*>?/g, '');
      if (/\s\p{L}{2,}|\p{L}{2,}[.:]?\s|^\p{Lu}\p{Ll}+/u.test(withoutTags)) report(node, cooked);
    }
    for (const [key, child] of Object.entries(node)) if (!isSkipped(node, key)) visit(child);
  };
  visit(parseSync(path, source).program);
  return found;
}

const isText = (value: string): boolean => /^\p{Lu}\p{Ll}/u.test(value) && !notTexts.test(value);

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Nodes without a text: imports, types, class names, styles, errors, comparisons, code. */
function isSilent(node: Syntax, source: string): boolean {
  if (
    /^(?:Import|Export(?:All|Named)Declaration.+source|TS(?!AsExpression|SatisfiesExpression|NonNull))/.test(node.type)
  )
    return true;
  if (node.type === 'JSXElement') return nameOf(node['openingElement'] as Syntax) === 'code';
  if (node.type === 'JSXAttribute') return /^(?:className|style|aria-keyshortcuts)$/.test(String(nameOf(node)));
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const callee = node['callee'] as Syntax & { readonly end: number };
    return calls.test(source.slice(callee.start, callee.end));
  }
  return node.type === 'BinaryExpression' && /^(?:[!=]==|in)$/.test(String(node['operator']));
}

const nameOf = (node: Syntax): unknown => (node['name'] as Syntax)['name'];

/** The key of a property, and what a `case` compares with. */
function isSkipped(node: Syntax, key: string): boolean {
  if (key === 'key') return node['computed'] !== true;
  return node.type === 'SwitchCase' && key === 'test';
}
