/**
 * Adds `modulepreload` links for the chunks of `src/start.tsx` to index.html: `src/main.ts` imports it dynamically, and the browser
 * would otherwise learn of them only when the entry has run.
 * @returns {import('vite').Plugin}
 */
export function preloadStart() {
  return {
    name: 'preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // Without a bundle, the page comes from the development server.
        if (!bundle) return undefined;
        const start = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith('/src/start.tsx'),
        );
        if (!start) throw new Error('The chunk of src/start.tsx is missing.');
        return [...importsOf(start.fileName, bundle)]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${name}` },
            injectTo: /** @type {const} */ ('head'),
          }));
      },
    },
  };
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
