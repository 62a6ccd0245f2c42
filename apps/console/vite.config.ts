import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const contractSource = (file: string) => fileURLToPath(new URL(`../../packages/contract/src/${file}`, import.meta.url));

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwind()],
  resolve: {
    conditions: ['@gateway/source', ...defaultClientConditions],
    alias: [
      // The published contract has no export condition for its sources.
      { find: /^@gateway\/contract$/, replacement: contractSource('index.ts') },
      { find: /^@gateway\/contract\/values$/, replacement: contractSource('values.ts') },
      { find: /^zod$/, replacement: fileURLToPath(new URL('src/lib/forms/zod/zod.ts', import.meta.url)) },
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
      // The console, the page /docs of the gateway, and what src/main.ts imports when the texts are loaded: part of the first view, too.
      input: ['index.html', 'docs.html', 'src/start.tsx'],
      output: {
        chunkFileNames: ({ name }) => (/^start$|-page$/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          // docs/console.md says what each group is for.
          groups: [
            {
              name: 'language',
              test: /[\\/]src[\\/]lib[\\/](?:language[\\/]language|storage[\\/]local-choice)\.ts$|preload-helper/,
              priority: 3,
            },
            { name: 'locale', test: /[\\/]src[\\/]lib[\\/](?:language[\\/]locale|counted)\.ts$/, priority: 2 },
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 1 },
            {
              name: 'console',
              tags: ['$initial'],
              test: /[\\/](?:contract[\\/]src|console[\\/]src)[\\/](?!(?:main|reference[\\/]docs)\.ts|.*\.css)/,
              priority: 1,
            },
            {
              name: 'forms',
              test: /[\\/](?:node_modules[\\/](?:zod|react-hook-form|@hookform)|src[\\/]lib[\\/]forms[\\/]zod)[\\/]/,
              minShareCount: 2,
            },
            {
              name: 'shared',
              test: /[\\/](?:console[\\/]src|lucide-react|@tanstack|question-text)[\\/].*(?<!\.css)$/,
              minShareCount: 4,
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
