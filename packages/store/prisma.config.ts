import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Every Prisma command downloads its schema engine first, even those that do not use it. Pointing it at a stand-in keeps
// `generate`, `validate` and `format` offline; what does need the engine fails with an explanation.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./scripts/no-schema-engine.mjs', import.meta.url));

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations/sqlite' },
});
