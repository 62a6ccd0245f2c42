import { createRequire } from 'node:module';
import type { Document, Node } from 'yaml';
import { secretText } from '../secrets/secret-files.js';

/** One mistake in a file. `line`: from 1. */
export interface FileProblem {
  readonly line: number;
  readonly message: string;
}

export type FilePath = readonly (string | number)[];

/** A parsed file, in which variables are replaced. */
export interface FileDocument {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly value: unknown;
  /** Mistakes of the syntax, and variables that are missing. */
  readonly problems: readonly FileProblem[];
  /** The line of a value, or of the nearest part of the file that exists. */
  lineOf(path: FilePath): number;
  /** Replaces the values of variables by their names, so that a text can be printed. */
  withoutValues(text: string): string;
}

/** Shorter values are no secrets, and replacing them would make texts unreadable. */
const MIN_HIDDEN_LENGTH = 4;
const variable = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([^]*))?$/;

/** Loaded at the first use: most installations have no configuration file. Not imported, because settings are read synchronously. */
const yaml = () => createRequire(import.meta.url)('yaml') as typeof import('yaml');

/**
 * Parses YAML 1.2 and replaces `${NAME}` and `${NAME:-default}` in its texts by variables, which `NAME_FILE` can give as well. `$${` is the
 * text `${`.
 */
export function parseFile(text: string, file: string, env: Readonly<Record<string, string | undefined>>): FileDocument {
  const { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } = yaml();
  const lines = new LineCounter();
  const parsed: Document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const lineAt = (node: { range?: readonly number[] | null | undefined } | null | undefined, otherwise: number) =>
    node?.range ? lines.linePos(node.range[0] ?? 0).line : otherwise;
  const problems: FileProblem[] = [...parsed.errors, ...parsed.warnings].map(({ pos, message }) => ({
    line: lines.linePos(pos[0]).line,
    message: `The file is not valid YAML: ${message.split('\n', 1)[0]}`,
  }));
  const hidden = new Map<string, string>();

  visit(parsed, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return;
      node.value = node.value.replace(/\$\$\{|\$\{([^}]*)(\}?)/g, (found, inner: string | undefined, end) => {
        if (inner === undefined) return '${';
        const fail = (message: string) => {
          problems.push({ line: lineAt(node, 1), message });
          return '';
        };
        if (end === '') return fail('A text has a ${ without a closing }: write $${ for the text ${');
        const [, name, fallback] = variable.exec(inner) ?? [];
        if (name === undefined)
          return fail(
            'A text has a ${…} that names no variable: write ${NAME} or ${NAME:-default}, or $${ for the text ${',
          );
        const given = secretText(env, name);
        if (typeof given === 'string') return fail(given.replace(/\.$/, ''));
        const value = given.text === '' ? fallback : given.text;
        if (value === undefined)
          return fail(`The variable ${name} is not set: set ${name} or ${name}_FILE, or write \${${name}:-default}`);
        if (given.text.length >= MIN_HIDDEN_LENGTH) hidden.set(given.text, `\${${name}}`);
        return value;
      });
    },
  });

  let value: unknown;
  try {
    value = problems.length === 0 || parsed.errors.length === 0 ? parsed.toJS({ maxAliasCount: 100 }) : null;
  } catch {
    problems.push({ line: 1, message: 'The file has too many aliases: write the values out' });
  }
  return {
    file,
    value,
    problems,
    lineOf(path) {
      let node: Node | null = parsed.contents;
      let line = lineAt(node, 1);
      for (const part of path) {
        if (isAlias(node)) node = node.resolve(parsed) ?? null;
        if (isMap(node)) {
          const pair = node.items.find(({ key }) => (isScalar(key) ? key.value : key) === part);
          if (!pair) break;
          line = lineAt(pair.key as Node, line);
          node = pair.value as Node | null;
        } else if (isSeq(node)) {
          node = (node.items[Number(part)] as Node | undefined) ?? null;
          line = lineAt(node, line);
        } else break;
      }
      return line;
    },
    withoutValues(shown) {
      const longestFirst = [...hidden].toSorted(([left], [right]) => right.length - left.length);
      return longestFirst.reduce(
        (result, [secret, name]) =>
          result.replaceAll(secret, name).replaceAll(JSON.stringify(secret).slice(1, -1), name),
        shown,
      );
    },
  };
}
