import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { contractValues } from './scripts/contract-values.mjs';
import { earlyLoads } from './scripts/early-loads.mjs';

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwind(), contractValues(), earlyLoads()],
  resolve: {
    conditions: ['@gateway/source', ...defaultClientConditions],
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('src/lib/zod/zod.ts', import.meta.url)) },
      // Without the copy of a hook that React has since version 18.
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
    ],
  },
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
        // The first view lists the files that each page needs: without their names it is smaller.
        chunkFileNames: ({ name }) => (/^[a-z]+-page$/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // src/main.ts and what it needs to load the texts run before all modules that use texts.
            {
              name: 'language',
              test: /[\\/]src[\\/]lib[\\/](?:language|local-choice)\.ts$|preload-helper/,
              priority: 4,
            },
            // The texts of a language need these two.
            { name: 'locale', test: /[\\/]src[\\/]lib[\\/](?:locale|counted)\.ts$/, priority: 4 },
            // What every page needs, in two files: many small ones compress worse, and the libraries seldom change. Schemas are
            // not among it: pages load zod when they need it.
            {
              name: 'libraries',
              tags: ['$initial'],
              test: /^(?!.*[\\/]zod[\\/]).*[\\/]node_modules[\\/]/,
              priority: 3,
            },
            {
              name: 'base',
              tags: ['$initial'],
              test: /[\\/]console[\\/]src[\\/](?!main\.ts|.*\.css)|[\\/]contract[\\/]src[\\/](?:client|event-types)\.ts$|^\0contract:/,
              priority: 2,
            },
            // What several pages share, in few files, because each one costs a request.
            {
              name: 'forms',
              test: /[\\/]node_modules[\\/](?:zod|react-hook-form|@hookform)[\\/]|[\\/]lib[\\/]zod[\\/]|[\\/]vocabulary\.ts$/,
              minShareCount: 2,
            },
            {
              name: 'schemas',
              test: /[\\/]contract[\\/]src[\\/](?!prompt-id|visible-text|question-text|without-user)/,
              minShareCount: 2,
              entriesAware: true,
            },
            {
              name: 'tables',
              test: /[\\/]@tanstack[\\/](?:table-core|react-table|store)|[\\/]data-table[\\/]/,
              minShareCount: 2,
            },
            {
              name: 'common',
              test: /[\\/](?:@tanstack|contract[\\/]src|console[\\/]src[\\/](?:components|lib))[\\/]/,
              minShareCount: 4,
            },
            { name: 'common', test: /[\\/]lucide-react[\\/]|^\0contract:/, minShareCount: 2 },
            {
              name: 'background',
              test: /[\\/]src[\\/](?:app[\\/](?:deferred|navigation)[\\/]|lib[\\/](?:palette-state|use-sign-out|shortcut-text|push-choice|not-stored)\.ts)/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'lists',
              test: /[\\/]components[\\/](?:saved-views[\\/]|ui[\\/]split)|[\\/]lib[\\/]plain-click/,
              minShareCount: 2,
              priority: 1,
            },
            // A list and its detail share much.
            { name: 'prompts', test: /[\\/]features[\\/]prompts[\\/]/, minShareCount: 2 },
            {
              name: (id) => /[\\/]features[\\/]([^\\/]+)/.exec(id)?.[1],
              test: /[\\/]features[\\/]/,
              minShareCount: 2,
              entriesAware: true,
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
