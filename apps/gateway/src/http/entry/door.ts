import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@gateway/contract';
import type { Principal, Trace } from '@gateway/core';
import type { Authenticate } from '../access/principal.js';
import type { RequiredRights } from '../access/scopes.js';

/** The decoded parameters of a path, by name. */
export type Params = Readonly<Record<string, string>>;

/** A request that has been admitted. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** As requested, without the query. */
  readonly path: string;
  readonly params: Params;
  /** Anonymous, when the target has no rules of access. */
  readonly principal: Principal;
  /** Authenticates the caller again, and checks its scopes. Throws when its rights have ended. */
  readonly admit: () => Promise<Principal>;
  /** The trace of what the request causes; null: none. */
  readonly trace: Trace | null;
}

/** Who may make a request. */
interface Access {
  readonly authenticate: Authenticate;
  /** Null: no scope is required. */
  readonly scopes: RequiredRights | null;
  /** Whether the request counts against the limits of its caller. */
  readonly isCounted: boolean;
}

/** What answers the requests of an address. */
export interface Target {
  /** The pattern of the path, in log lines and metrics; null: the target notes it itself. */
  readonly route: string | null;
  /** The name of the request's span; null: it has none. */
  readonly span: Pick<Route, 'method' | 'path'> | null;
  /** Null: all callers are admitted, or the target checks its callers itself. */
  readonly access: Access | null;
  /** Writes the response, or throws the error to respond with. */
  answer(arrival: Arrival): Promise<void>;
}

export interface Found {
  readonly target: Target;
  readonly params: Params;
}

/** One part of the HTTP interface. */
export interface Door {
  /** The beginning of its addresses, in lower case. */
  readonly prefix: string;
  /** Whether it gets the requests whose address is not a plain path, such as an absolute one, and parses it. */
  readonly parsesAddresses?: boolean;
  /** Null: the door has no such address. Throws the error to respond with. */
  find(method: string, path: string): Found | null;
}
