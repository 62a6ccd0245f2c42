import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Door, Target } from '../entry/door.js';
import type { PagesOptions } from '../pages.js';

/** An Express application. `next` is called with the error that no handler of it has handled. */
type Application = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Everything that browsers show, and every address that no other door has. Express is loaded at the first use: agents do not need it. */
export function pagesDoor(options: PagesOptions): Door {
  let application: Promise<Application> | null = null;
  const target: Target = {
    // The pages note their own routes, and have no span.
    route: null,
    span: null,
    access: null,
    async answer({ request, response }) {
      application ??= import('../pages.js').then(({ pages }) => pages(options) as Application);
      const handle = await application;
      await new Promise<void>((resolve, reject) => {
        if (response.closed) resolve();
        else response.once('close', resolve);
        handle(request, response, reject);
      });
    },
  };
  return { prefix: '', parsesAddresses: true, find: () => ({ target, params: {} }) };
}
