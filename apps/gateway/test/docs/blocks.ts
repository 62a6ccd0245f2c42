import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A fenced block of a document. Its fence names the language, then how the tests run it: "```js receiver". */
export interface Block {
  /** Relative to the repository. */
  readonly file: string;
  readonly line: number;
  readonly language: string;
  /** Empty when the block has none. */
  readonly mark: string;
  /** The file that follows the mark `example`. */
  readonly source: string | undefined;
  readonly code: string;
}

/** How a block is run: `receiver` with all callbacks, `run` in a shell with a gateway, `packed` compiled
 * with the packed package that it belongs to, `client` with the Python client, `fake` with the fake gateway of a client; `example` is compared with the file that follows;
 * `syntax` is only parsed. */
export const marks: Readonly<Record<string, readonly string[]>> = {
  js: ['receiver', 'syntax'],
  ts: ['example', 'fake', 'packed', 'syntax'],
  python: ['client', 'example', 'fake', 'receiver', 'syntax'],
  sh: ['run', 'syntax'],
};

/** Other names of the languages, which would hide a block from the tests. */
export const aliases = ['javascript', 'mjs', 'typescript', 'tsx', 'py', 'bash', 'shell', 'console', 'zsh'];

/** All fenced blocks of the README, the pages under docs and the READMEs of the packages. */
export function blocks(): Block[] {
  const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const readmes = ['packages', 'apps', 'clients']
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/README.md`))
    .concat(
      'README.md',
      'deploy/helm/gateway/README.md',
      'bench/README.md',
      'demo/README.md',
      'e2e/README.md',
      'examples/README.md',
    )
    .filter((file) => existsSync(path.join(root, file)));
  return [...readmes, ...pages].toSorted().flatMap(blocksOf);
}

function blocksOf(file: string): Block[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/^( *)```([^\n]*)\n(.*?)^\1```$/gms)].map(
    ({ index, 1: indent = '', 2: info = '', 3: body = '' }) => {
      const [language = '', mark = '', source] = info.trim().split(/\s+/);
      return {
        file,
        line: text.slice(0, index).split('\n').length,
        language,
        mark,
        source,
        code: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      };
    },
  );
}
