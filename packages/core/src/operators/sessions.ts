import { randomUUID } from 'node:crypto';
import { roleScopes } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import type { Principal } from '../keys/principal.js';
import { reasonOf } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import { RowCache } from '../row-cache.js';
import { Refusal } from '../refusal.js';
import { ValidityWatch } from '../validity-watch.js';
import type { OperatorRow, SessionRow } from './operator-store.js';
import { signedInOperator } from './rights.js';
import { hashToken, isToken, newToken } from './token.js';

const HOUR_MS = 3_600_000;
/** A session that is not used ends after this. */
const IDLE_MS = 12 * HOUR_MS;
/** A session ends after this however much it is used. */
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** How long one token is used: one that leaks is of no use for long. */
const ROTATE_MS = HOUR_MS;
/** How long the token before is good: requests that were under way still carry it. */
const OVERLAP_MS = 60_000;
/** Use is written down at most this often. */
const SEEN_MS = 60_000;
const USER_AGENT_MAX = 512;

/** Where somebody signs in from. */
export interface Browser {
  readonly userAgent: string | null;
  readonly address: string | null;
  /** What an earlier sign-in in this browser left there; null: nothing. */
  readonly known: string | null;
}

/** Somebody has signed in; the token is kept nowhere but in the browser. */
export interface SignedIn {
  readonly operator: OperatorRow;
  readonly session: SessionRow;
  readonly token: string;
}

/** A request of a browser in which somebody is signed in. */
export interface Recognised {
  readonly principal: Principal;
  /** The token that the browser must use from now on; null: the one that it sent. */
  readonly newToken: string | null;
}

/** Telling who a cookie belongs to, and ending what was begun by signing in. */
export interface Sessions {
  /** Null: no such session, or it has ended. */
  recognise(token: string, address: string | null): Promise<Recognised | null>;
  /** The principal's own session and record. */
  current(principal: Principal): Promise<{ operator: OperatorRow; session: SessionRow } | null>;
  /** The own sessions, the newest first. */
  list(principal: Principal): Promise<SessionRow[]>;
  /** Ends one of the own sessions. */
  end(principal: Principal, id: string): Promise<void>;
  /** Ends the session that the request came with. */
  signOut(principal: Principal): Promise<void>;
  /** Ends all own sessions; returns how many. */
  endAll(principal: Principal): Promise<number>;
  /** A signal that aborts with `signal`, or when the principal's session ends: for requests that last. */
  whileValid(principal: Principal, signal: AbortSignal): AbortSignal;
  stop(): void;
}

export interface SessionsOptions {
  readonly store: Pick<Store, 'sessions' | 'operators' | 'changes'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A session as it begins, not yet stored. */
export function newSession(
  { organizationId, operatorId }: { organizationId: string; operatorId: string },
  { userAgent, address }: Pick<Browser, 'userAgent' | 'address'>,
  at: Date,
): { session: SessionRow; token: string } {
  const token = newToken();
  const session = {
    organizationId,
    id: randomUUID(),
    operatorId,
    tokenHash: hashToken(token),
    previousTokenHash: null,
    previousUntil: null,
    createdAt: at,
    rotatedAt: at,
    lastSeenAt: at,
    expiresAt: endOf({ createdAt: at }, at.getTime()),
    userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    address,
  };
  return { session, token };
}

/** When a session that was used at `now` ends: idle, or too old. */
function endOf({ createdAt }: Pick<SessionRow, 'createdAt'>, now: number): Date {
  return new Date(Math.min(now + IDLE_MS, createdAt.getTime() + LONGEST_MS));
}

export function openSessions({ store, clock, log }: SessionsOptions): Sessions {
  const { sessions, operators, changes } = store;
  const recent = new RowCache((hash) => sessions.byToken(hash), clock);
  /** The tokens that replaced others here of late, by hash: a response that got lost must not sign anybody out. */
  const replaced = new Map<string, { token: string; until: number }>();
  const watch = new ValidityWatch({
    changes,
    clock,
    concerns: ({ kind }) => kind === 'operator',
    async isValid(organizationId, id) {
      const session = await sessions.get(organizationId, id);
      return session !== null && session.expiresAt.getTime() > clock.now();
    },
  });
  const unsubscribe = changes.subscribe(({ kind }) => {
    if (kind === 'operator' || kind === 'everything') recent.clear();
  });

  /** Gives the session a new token when it is time; of many requests at once one does, and all learn of it. */
  async function rotate(session: SessionRow, presented: string): Promise<string | null> {
    const now = clock.now();
    for (const [hash, { until }] of replaced) if (until <= now) replaced.delete(hash);
    if (session.tokenHash === presented && now - session.rotatedAt.getTime() >= ROTATE_MS) {
      const token = newToken();
      const until = now + OVERLAP_MS;
      const next = { tokenHash: hashToken(token), at: new Date(now), previousUntil: new Date(until) };
      const won = await sessions.rotate(session, next);
      recent.clear();
      if (won) replaced.set(presented, { token, until });
    }
    return replaced.get(presented)?.token ?? null;
  }

  async function touch(session: SessionRow): Promise<void> {
    const now = clock.now();
    if (now - session.lastSeenAt.getTime() < SEEN_MS) return;
    await sessions.touch(session, new Date(now), endOf(session, now));
    recent.clear();
  }

  const end = async (principal: Principal, id: string): Promise<boolean> => {
    const operator = signedInOperator(principal);
    const audit = auditEntry(principal, clock, 'operator.signed_out', operator.id);
    const done = await sessions.end(principal.organizationId, operator.id, id, audit);
    recent.clear();
    return done;
  };

  return {
    async recognise(token, address) {
      if (!isToken(token)) return null;
      const hash = hashToken(token);
      const found = await recent.find(hash);
      if (!found) return null;
      const { session, operator } = found;
      const now = clock.now();
      if (session.expiresAt.getTime() <= now) return null;
      if (session.tokenHash !== hash && (session.previousUntil?.getTime() ?? 0) <= now) return null;
      // Neither decides whether the request may be made.
      const fresh = await rotate(session, hash).catch((error: unknown) => {
        log.warn(
          { reason: reasonOf(error) },
          "A session's token could not be renewed; tried again with its next request",
        );
        return null;
      });
      await touch(session).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'That a session is used could not be written down');
      });
      const principal: Principal = {
        organizationId: session.organizationId,
        kind: 'operator',
        keyId: null,
        operator: { id: operator.id, role: operator.role, sessionId: session.id },
        name: operator.name,
        scopes: new Set(roleScopes[operator.role]),
        address,
      };
      return { principal, newToken: fresh };
    },

    async current({ organizationId, operator: signedIn }) {
      if (!signedIn) return null;
      const [operator, session] = await Promise.all([
        operators.get(organizationId, signedIn.id),
        sessions.get(organizationId, signedIn.sessionId),
      ]);
      return operator && session ? { operator, session } : null;
    },

    list: (principal) => sessions.list(principal.organizationId, signedInOperator(principal).id, new Date(clock.now())),

    async end(principal, id) {
      if (!(await end(principal, id)))
        throw new Refusal('not_found', `You have no session ${JSON.stringify(id)}: it has ended already.`);
    },

    async signOut(principal) {
      if (principal.operator) await end(principal, principal.operator.sessionId);
    },

    async endAll(principal) {
      const operator = signedInOperator(principal);
      const audit = auditEntry(principal, clock, 'operator.signed_out', operator.id);
      const count = await sessions.endAll(principal.organizationId, operator.id, audit);
      recent.clear();
      return count;
    },

    whileValid: ({ organizationId, operator }, signal) =>
      operator ? watch.whileValid(organizationId, operator.sessionId, signal) : signal,

    stop() {
      unsubscribe();
      watch.stop();
    },
  };
}
