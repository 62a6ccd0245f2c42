import { bind, type BindDeps } from '../bind.js';
import type { Authenticators } from '../access/principal.js';
import type { Endpoint } from '../endpoint.js';
import type { Door, Target } from '../entry/door.js';
import { responseOf } from '../errors/errors.js';
import { refuseMissingId } from '../errors/missing-id.js';
import type { WrongAddress } from '../errors/wrong-address.js';
import { routeTable } from '../route-table.js';

export interface ApiDoorDeps extends BindDeps {
  readonly accessOf: Authenticators['of'];
  readonly wrongAddress: WrongAddress;
}

/** The routes of the contract: `/v1`, the console's session, hosted files and what probes and scrapers ask. */
export function apiDoor(endpoints: readonly Endpoint[], { accessOf, wrongAddress, ...deps }: ApiDoorDeps): Door {
  const rejectMissingId = refuseMissingId(endpoints.map(({ route }) => route));
  const table = routeTable<Target>(
    endpoints.map((each) => {
      const { method, path } = each.route;
      return { method, path, target: targetOf(each) };
    }),
  );

  function targetOf(endpoint: Endpoint): Target {
    const { route } = endpoint;
    const answer = bind(endpoint, deps);
    return {
      route: route.path,
      // Probes and scrapers ask for public routes all the time.
      span: route.scopes === null ? null : route,
      access: { authenticate: accessOf(route), scopes: route, isCounted: route.scopes !== null },
      answer: (arrival) =>
        answer(arrival).catch((error: unknown) => {
          throw explained(error, arrival.request.method, arrival.path);
        }),
    };
  }

  /** `GET /v1/channels/new` reads a channel named `new`. When there is none, the caller meant `POST /v1/channels/new`: 405, not 404. */
  function explained(error: unknown, method = '', path: string): unknown {
    return (responseOf(error)?.status === 404 && wrongAddress.method({ method, path })) || error;
  }

  return {
    prefix: '/',
    find(method, path) {
      rejectMissingId(path);
      const found = table.find(method, path);
      if (!found) return null;
      const { target, params } = found;
      if (!target) throw wrongAddress.method({ method, path }, found.path) ?? wrongAddress.unknown({ path });
      return { target, params };
    },
  };
}
