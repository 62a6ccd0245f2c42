import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folder of this package. */
export const root = fileURLToPath(new URL('..', import.meta.url));

export const engines = /** @type {const} */ (['sqlite', 'postgresql']);

/** The schema of one engine. The source is the SQLite variant; the other is derived from it. */
export async function schemaOf(engine) {
  const source = await readFile(`${root}prisma/schema.prisma`, 'utf8');
  if (engine === 'sqlite') return source;
  return (
    source
      .replace('provider = "sqlite"', 'provider = "postgresql"')
      .replace('../src/generated/sqlite', '../../src/generated/postgresql')
      // src/engine/postgresql/search-index.ts creates it with an operator class, which the schema engine cannot compare.
      .replace(/^\s+@@index\(\[correlationId, organizationId\].*\n/m, '')
      .replace(/^(\s+(?:seq|readTo)\s+)Int/gm, '$1BigInt')
      .replace(/^(\s+\w+\s+DateTime\??)/gm, '$1 @db.Timestamptz(3)')
  );
}
