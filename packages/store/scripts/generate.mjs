#!/usr/bin/env node
// Generates the two Prisma clients into src/generated, offline, and only when the schema or Prisma's version changed.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { engines, root, schemaOf } from './schema.mjs';

const run = promisify(execFile);
const manifest = createRequire(import.meta.url).resolve('prisma/package.json');
const { version, bin } = JSON.parse(await readFile(manifest, 'utf8'));
const cli = join(dirname(manifest), bin.prisma);

const generated = join(root, 'src/generated');
const schemas = new Map(await Promise.all(engines.map(async (engine) => [engine, await schemaOf(engine)])));
const stamp = createHash('sha256')
  .update(JSON.stringify([version, ...schemas]))
  .digest('hex');
const stampFile = join(generated, 'stamp');

if ((await readFile(stampFile, 'utf8').catch(() => '')) !== stamp) {
  await rm(stampFile, { force: true });
  await Promise.all(engines.map(generate));
  await writeFile(stampFile, stamp);
}

async function generate(engine) {
  let file = join(root, 'prisma/schema.prisma');
  if (engine !== 'sqlite') {
    file = join(root, 'prisma/generated', `${engine}.prisma`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, schemas.get(engine));
  }
  await run(process.execPath, [cli, 'generate', '--schema', file], {
    cwd: root,
    env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
  });
}
