import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { preloadStart } from './scripts/preload-start.mjs';
import { stripSchemaMeta } from './scripts/strip-schema-meta.mjs';

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwind(), stripSchemaMeta(), preloadStart()],
  resolve: { conditions: ['@gateway/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // The content security policy forbids inline scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // zod must be configured before another chunk creates schemas: see src/lib/zod-config.ts.
        codeSplitting: {
          groups: [
            // The language is set first, then the locale is read from it, for the translations. Only then a catalogue may be looked up.
            { name: 'language', test: /[\\/]lib[\\/](?:language|local-choice)\./, priority: 2 },
            { name: 'locale', test: /[\\/]lib[\\/](?:locale|counted)\./, priority: 1 },
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]lib[\\/]zod-config\./ },
            // What every page needs, in one file: many small ones compress worse.
            {
              name: 'base',
              test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/])|[\\/](?:useQuery|useBaseQuery|useNavigate|useRouter|queryOptions|classes)\.[jt]s/,
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
