import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpError } from './errors/errors.js';

/** The console in the production folder, where it is a part of this package, or the one that is built in the repository. */
export const builtConsole = ['../../console/', '../../../console/dist/']
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .find((folder) => existsSync(path.join(folder, 'index.html')));

export function notBuilt(): never {
  throw new HttpError(404, { detail: 'The console is not built yet: `npm start` builds it, or `npm run build`.' });
}
