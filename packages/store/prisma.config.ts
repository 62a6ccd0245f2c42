import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Every Prisma command downloads its schema engine first, even commands that do not use it. With this substitute
// `generate`, `validate` and `format` work offline, and commands that need the engine fail with an explanation.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./scripts/no-schema-engine.mjs', import.meta.url));

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations/sqlite' },
});
