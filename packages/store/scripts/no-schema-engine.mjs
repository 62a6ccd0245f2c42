#!/usr/bin/env node
// Replaces Prisma's native schema engine (see prisma.config.ts).
console.error(
  'This project writes migrations with `npm run migrations -- --name <what_changes>` and applies them when the gateway starts; ' +
    '`prisma migrate` and `prisma db` need the native engine: set PRISMA_SCHEMA_ENGINE_BINARY to use it.',
);
process.exit(1);
