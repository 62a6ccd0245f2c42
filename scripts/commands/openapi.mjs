import { resolve } from 'node:path';
import { writeOpenApi } from '../lib/openapi.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';

// Writes the OpenAPI document to a file, openapi.json unless one is named.
await main(async () => {
  const [file = 'openapi.json'] = process.argv.slice(2);
  await prepare();
  await writeOpenApi(resolve(file));
  console.log(`Written: ${resolve(file)}`);
});
