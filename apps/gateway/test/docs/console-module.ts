import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './blocks.js';

/** The exports of a module of the console, such as the snippets that it shows. */
export async function consoleModule(file: string): Promise<object> {
  // The console is compiled for the browser, so its types are not part of this project.
  return (await import(pathToFileURL(path.join(root, 'apps/console/src', file)).href)) as object;
}
