import { readFileSync } from 'node:fs';

/** Of the package.json that is installed with the command. The compiled sources and the bundle are two folders below it. */
export const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;
