import { minifySync } from 'vite';

/** Pages that are also the frame of the pages below them: `/prompts/12` shows the list, too. */
const frames = new Set(['prompts', 'conversations']);
/** Pages that read no session, and are opened once: nothing is loaded early for them. */
const withoutSession = new Set(['invite', 'reset']);

/**
 * Lets the browser load in parallel what it would otherwise learn of one after another:
 * - `modulepreload` links for the chunks of `src/start.tsx`, which `src/main.ts` imports when the texts are loaded.
 * - A script that adds links for the session and the chunks of the page at this address, which the router loads when it has started.
 *   It also prepares the formats of dates.
 * @returns {import('vite').Plugin}
 */
export function earlyLoads() {
  return {
    name: 'early-loads',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // Without a bundle, the page comes from the development server.
        if (!bundle) return undefined;
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const start = chunks.find((one) => one.facadeModuleId?.endsWith('/src/start.tsx'));
        if (!start) throw new Error('The chunk of src/start.tsx is missing.');
        const initial = new Set(
          [...importsOf(start.fileName, bundle)].concat(
            chunks.map(({ fileName }) => fileName).filter((name) => html.includes(name)),
          ),
        );
        const links = [...initial]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${name}` },
            injectTo: /** @type {const} */ ('head'),
          }));
        const source = script(pagesOf(chunks, bundle, initial));
        const file = this.emitFile({ type: 'asset', name: 'early-loads.js', source });
        return [
          {
            tag: 'script',
            attrs: { async: true, fetchpriority: 'high', src: `/console/${this.getFileName(file)}` },
            injectTo: /** @type {const} */ ('head-prepend'),
          },
          ...links,
        ];
      },
    },
  };
}

/**
 * The files that the first view does not have, by the first part of the path, and `*`: those of the shell.
 * @param {import('vite').Rolldown.OutputChunk[]} chunks
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {ReadonlySet<string>} initial
 */
function pagesOf(chunks, bundle, initial) {
  const pages = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const name = pathOf(facadeModuleId ?? '');
    const files = [...importsOf(fileName, bundle)].filter((file) => !initial.has(file));
    return name === undefined ? [] : [[name, files]];
  });
  return Object.fromEntries(pages);
}

/** `features/prompts/prompts-page.tsx` is at `/prompts`, `features/login/reset-page.tsx` at `/reset`. */
function pathOf(module) {
  if (module.endsWith('/deferred/background.tsx')) return '*';
  const [, folder, page] = /\/features\/([\w-]+)\/(\w+)-page\.tsx$/.exec(module) ?? [];
  return folder === page || folder === 'login' ? page : undefined;
}

/**
 * The script, with each file once.
 * @param {Record<string, string[]>} pages
 */
function script(pages) {
  const files = [...new Set(Object.values(pages).flat())];
  const numbers = Object.fromEntries(
    Object.entries(pages).map(([page, names]) => [page, names.map((name) => files.indexOf(name))]),
  );
  const names = files.map((name) => name.replace(/^assets\//, '').replace(/\.js$/, ''));
  const values = [names, numbers, [...frames], [...withoutSession]].map((value) => JSON.stringify(value));
  return minifySync('early-loads.js', `(${addLinks.toString()})(${values.join()})`).code;
}

// Runs in the browser, on its own.
function addLinks(names, pages, framePages, sessionless) {
  const [first, ...rest] = location.pathname.replace(/^\/console\/?|\/$/g, '').split('/');
  const page = first || 'overview';
  const add = (href, more) =>
    document.head.append(Object.assign(document.createElement('link'), { href, crossOrigin: 'anonymous' }, more));
  const addFiles = (numbers, fetchPriority) => {
    for (const number of numbers) add(`/console/assets/${names[number]}.js`, { rel: 'modulepreload', fetchPriority });
  };
  // The page of an unknown address reads no session, either.
  if (!Object.hasOwn(pages, page) || sessionless.includes(page)) return;
  add('/console/session', { rel: 'preload', as: 'fetch' });
  if (rest.length === 0 || framePages.includes(page)) addFiles(pages[page], 'auto');
  addFiles(pages['*'], 'low');
  // The first use takes 10 to 20 ms, and much more on a phone. Here it takes place while the files load.
  new Intl.DateTimeFormat('en').resolvedOptions();
}

/**
 * A chunk and all chunks that it imports statically.
 * @param {string} name
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function importsOf(name, bundle, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of bundle[name]?.imports ?? []) importsOf(next, bundle, found);
  return found;
}
