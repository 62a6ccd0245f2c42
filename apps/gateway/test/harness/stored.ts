import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Where a text is stored: the SQLite files that contain it, or the PostgreSQL tables with such a row. */
export async function placesOf(text: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  return env.DATABASE_URL === undefined
    ? await filesWith(text, env.DATA_DIR ?? '')
    : await tablesWith(text, env.DATABASE_URL);
}

async function filesWith(text: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return files.filter((_, index) => contents[index]?.includes(text));
}

async function tablesWith(text: string, url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `SELECT 1 FROM "${name}" AS entry WHERE strpos(entry::text, $1) > 0 LIMIT 1`,
        [text],
      );
      if (rowCount) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}
