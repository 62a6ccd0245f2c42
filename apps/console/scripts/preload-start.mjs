/**
 * Adds `modulepreload` links for the chunk of `src/start.tsx` to index.html: `src/main.ts` imports it dynamically, and the browser
 * would otherwise learn of it only when the entry has run.
 * @returns {import('vite').Plugin}
 */
export function preloadStart() {
  return {
    name: 'preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        const start = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.isDynamicEntry && one.facadeModuleId?.endsWith('/src/start.tsx'),
        );
        if (!chunk || start?.type !== 'chunk') return undefined;
        const styles = [...(start.viteMetadata?.importedCss ?? [])];
        return [
          ...[start.fileName, ...start.imports.filter((name) => name !== chunk.fileName)]
            .filter((name) => !html.includes(name))
            .map((name) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${name}` },
              injectTo: /** @type {const} */ ('head'),
            })),
          ...styles.map((name) => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', href: `/console/${name}` },
            injectTo: /** @type {const} */ ('head'),
          })),
        ];
      },
    },
  };
}
