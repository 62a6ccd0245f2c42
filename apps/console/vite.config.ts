import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { preloadStart } from './scripts/preload-start.mjs';
import { stripSchemas } from './scripts/strip-schemas.mjs';

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwind(), stripSchemas(), preloadStart()],
  resolve: { conditions: ['@gateway/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // The content security policy forbids inline scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // `src/main.ts` imports it when the texts are loaded: an entry of its own, so that its modules count as initial ones.
      input: ['index.html', 'src/start.tsx'],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // src/main.ts and what it needs to load the texts run before all modules that use texts.
            {
              name: 'language',
              test: /[\\/]src[\\/]lib[\\/](?:language|local-choice)\.ts$|preload-helper/,
              priority: 2,
            },
            // The texts of a language need these two.
            { name: 'locale', test: /[\\/]src[\\/]lib[\\/](?:locale|counted)\.ts$/, priority: 2 },
            // What every page needs, in two files: many small ones compress worse, and the libraries seldom change. Schemas are
            // not among it: pages load zod when they need it.
            {
              name: 'libraries',
              tags: ['$initial'],
              test: /^(?!.*[\\/]zod[\\/]).*[\\/]node_modules[\\/]/,
              priority: 1,
            },
            {
              name: 'base',
              tags: ['$initial'],
              test: /[\\/]console[\\/]src[\\/](?!main\.ts|.*\.css)|[\\/]contract[\\/]src[\\/](?:client|event-types)\.ts$/,
            },
          ],
        },
      },
    },
    license: { fileName: 'licenses.md' },
  },
  server: {
    port: 5173,
    // The gateway of `npm run dev`. The session cookie needs the same host.
    proxy: Object.fromEntries(
      ['/v1', '/console/session', '/openapi.json', '/docs', '/healthz', '/readyz'].map((path) => [
        path,
        process.env['GATEWAY_URL'] ?? 'http://localhost:8100',
      ]),
    ),
  },
});
