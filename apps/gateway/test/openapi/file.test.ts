import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../docs/blocks.js';
import { folderOf } from '../docs/programs.js';
import { servedDocument } from './served.js';

it(
  'the openapi.json of a release is the document that a gateway serves',
  { tags: ['slow'], timeout: 300_000 },
  async () => {
    const file = path.join(await folderOf({}), 'openapi.json');
    const args = [path.join(root, 'scripts/cli.mjs'), 'openapi', file];
    expect(spawnSync(process.execPath, args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
    const { document } = await servedDocument();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document);
  },
);
