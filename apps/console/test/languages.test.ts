import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { translations } from '../src/languages/de.js';
import { languageOf, languages } from '../src/lib/language/language.js';
import { textsIn } from './literals.js';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path))
  .toSorted();
const catalogues = sources.filter((path) => path.endsWith('/texts.ts'));
const read = (path: string) => readFileSync(join(src, path), 'utf8');

// The plugin names parts of Swagger UI.
it('a text of the console stands in no source file but in the catalogue of its folder', () => {
  const problems = sources
    .filter(
      (path) =>
        !/(?:^languages\/|^lib\/language\/language\.ts$|\/texts(?:\.\w+)?\.ts$|^reference\/plugin\.ts$)/.test(path),
    )
    .flatMap((path) => textsIn(path, read(path)).map((text) => `${path}:${text}`));
  expect(problems).toEqual([]);
});

it('the catalogue of each folder has a translation into each language', () => {
  const others = Object.keys(languages).filter((language) => language !== 'en');
  const missing = catalogues
    .flatMap((path) => others.map((language) => path.replace(/\.ts$/, `.${language}.ts`)))
    .filter((path) => !existsSync(join(src, path)));
  expect(missing).toEqual([]);
});

it('each catalogue has the name of its folder, so that its translation is found', () => {
  const named = catalogues.map((path) => /catalogue\('([^']+)'/.exec(read(path))?.[1]);
  expect(named).toEqual(catalogues.map((path) => path.replace(/\/texts\.ts$/, '')));
  expect(new Set(Object.keys(translations))).toEqual(new Set(named));
});

it('shows the chosen language, or the first language of the browser that the console has, or English', () => {
  expect(languageOf('de', ['en-GB'])).toBe('de');
  expect(languageOf('', ['fr-CH', 'de-CH', 'en'])).toBe('de');
  expect(languageOf('', ['fr'])).toBe('en');
  expect(languageOf('klingon', [])).toBe('en');
  expect(languageOf('toString', ['constructor'])).toBe('en');
});

it('the search for texts finds text between tags, in attributes, in values and in templates', () => {
  const source = `
    import { a } from './A.js';
    const names = { Accept: 'Save changes', kind: 'prompt', key: 'Escape' };
    if (kind === 'Error name') throw new Error('Not shown.');
    const line = \`\${count} in queue\`;
    const view = <p title="Receiver" className="Not text">Hello <b>{name}</b><code>Not text</code></p>;
  `;
  expect(textsIn('a.tsx', source)).toEqual(['3: Save changes', '5: in queue', '6: Receiver', '6: Hello']);
});
