import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { carryOut, type CarryOutDeps } from './carry-out.js';
import type { Door } from './door.js';
import type { Entrance } from './enter.js';
import type { Failures } from './failures.js';

export interface ServeOptions extends CarryOutDeps {
  /** The table of prefixes. The first door that has an address answers it. */
  readonly doors: readonly Door[];
  readonly entrance: Entrance;
  readonly failures: Pick<Failures, 'fail'>;
  /** Work that must end before the database closes. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
}

export interface Serve {
  readonly listener: RequestListener;
  /** Serves a request whose address a door has parsed. False: no other door has it. Throws the error to respond with. */
  readonly parsed: (request: IncomingMessage, response: ServerResponse, path: string) => boolean;
}

/** The only way of a request through the gateway: it enters, a door finds its target, which is carried out, and an error becomes its response. */
export function createServe({ doors, entrance, failures, track, ...deps }: ServeOptions): Serve {
  const parsing = doors.filter(({ parsesAddresses }) => parsesAddresses);
  const others = doors.filter(({ parsesAddresses }) => !parsesAddresses);

  function serve(table: readonly Door[], request: IncomingMessage, response: ServerResponse, path: string): boolean {
    for (const door of table) {
      if (!isBelow(path, door.prefix)) continue;
      const found = door.find(request.method ?? '', path);
      if (!found) continue;
      track(carryOut(found, deps, request, response, path)).catch((error: unknown) =>
        failures.fail(error, request, response),
      );
      return true;
    }
    return false;
  }

  return {
    listener: (request, response) => {
      const { path, isPlain } = entrance.enter(request, response);
      try {
        entrance.check(request, response);
        serve(isPlain ? doors : parsing, request, response, path);
      } catch (error) {
        void failures.fail(error, request, response);
      }
    },
    parsed: (request, response, path) => serve(others, request, response, path),
  };
}

function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) || path.slice(0, prefix.length).toLowerCase() === prefix;
}
