import { randomUUID } from 'node:crypto';
import { roleScopes, type Role } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import { unlimited, type Principal } from '../access/principal.js';
import { reasonOf } from '../base/loop.js';
import { RowCache } from '../base/row-cache.js';
import { Refusal } from '../base/refusal.js';
import { ValidityWatch } from '../base/validity-watch.js';
import type { OperatorRow, SessionRow } from '../ports/people/operator-store.js';
import { signedInOperator } from '../access/rights.js';
import { hashToken, isToken, newToken } from './token.js';
import type { Services } from '../ports/services.js';

const HOUR_MS = 3_600_000;
/** An unused session ends after this time. */
const IDLE_MS = 12 * HOUR_MS;
/** Every session ends after this time. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** Interval of token rotation, which limits the use of a leaked token. */
const ROTATE_MS = HOUR_MS;
/** How long the previous token stays valid: concurrent requests still use it. */
const PREVIOUS_TOKEN_TTL_MS = 60_000;
/** Shortest time between two writes of a session's last use. */
const LAST_SEEN_INTERVAL_MS = 60_000;
const MAX_USER_AGENT_LENGTH = 512;

/** The browser of a sign-in. */
export interface Browser {
  readonly userAgent: string | null;
  readonly address: string | null;
  /** The token of an earlier sign-in in this browser; null: none. */
  readonly known: string | null;
}

/** The result of a sign-in. Only the browser keeps the token. */
export interface SignedIn {
  readonly operator: OperatorRow;
  readonly session: SessionRow;
  readonly token: string;
}

/** A request with a valid session. */
export interface Recognised {
  readonly principal: Principal;
  /** The token that the browser must use from now on; null: it keeps the current one. */
  readonly newToken: string | null;
}

/** Authenticates requests by session cookie, and ends sessions. */
export interface Sessions {
  /** Null: the session is unknown or has ended. */
  recognise(token: string, address: string | null): Promise<Recognised | null>;
  /** The principal's own session and operator; null: not an operator, or ended. */
  current(
    principal: Pick<Principal, 'organizationId' | 'operator'>,
  ): Promise<{ operator: OperatorRow; session: SessionRow } | null>;
  /** The operator's own sessions, newest first. */
  list(principal: Principal): Promise<SessionRow[]>;
  /** Ends one of the operator's own sessions. */
  end(principal: Principal, id: string): Promise<void>;
  /** Ends the session of the request. */
  signOut(principal: Principal): Promise<void>;
  /** Ends all sessions of the operator. Returns their number. */
  endAll(principal: Principal): Promise<number>;
  /** A signal for long requests: aborts with `signal`, or when the principal's session ends or the role changes. */
  whileValid(principal: Principal, signal: AbortSignal): AbortSignal;
  stop(): void;
}

export type SessionsOptions = Services;

/** Creates a session without storing it. */
export function newSession(
  {
    organizationId,
    operatorId,
    providerSession = null,
  }: { organizationId: string; operatorId: string; providerSession?: string | null },
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
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    address,
    providerSession,
  };
  return { session, token };
}

/** A session with the role that its requests were authorized with: a change of the role ends them, like the end of the session. */
const watchedId = ({ sessionId, role }: { sessionId: string; role: Role }): string => `${role} ${sessionId}`;

function parseWatched(id: string): { role: string; sessionId: string } {
  const [role = '', sessionId = ''] = id.split(' ');
  return { role, sessionId };
}

/** When a session that was used at `now` ends: after idle time or at its maximum age. */
function endOf({ createdAt }: Pick<SessionRow, 'createdAt'>, now: number): Date {
  return new Date(Math.min(now + IDLE_MS, createdAt.getTime() + MAX_AGE_MS));
}

export function openSessions({ store, clock, log }: SessionsOptions): Sessions {
  const { sessions, operators, changes } = store;
  const recent = new RowCache((hash) => sessions.byToken(hash), clock);
  /** Recent replacement tokens by the hash of the old one: a lost response must not sign the operator out. */
  const replaced = new Map<string, { token: string; until: number }>();
  const watch = new ValidityWatch({
    changes,
    clock,
    concerns: ({ kind }) => kind === 'operator',
    async isValid(organizationId, watched) {
      const { sessionId, role } = parseWatched(watched);
      const session = await sessions.get(organizationId, sessionId);
      if (session === null || session.expiresAt.getTime() <= clock.now()) return false;
      return (await operators.get(organizationId, session.operatorId))?.role === role;
    },
  });
  const unsubscribe = changes.subscribe(({ kind }) => {
    if (kind === 'operator' || kind === 'everything') recent.clear();
  });

  /** Rotates the session's token when it is due. Of concurrent requests one rotates it, and all get the new token. */
  async function rotate(session: SessionRow, presented: string): Promise<string | null> {
    const now = clock.now();
    for (const [hash, { until }] of replaced) if (until <= now) replaced.delete(hash);
    if (session.tokenHash === presented && now - session.rotatedAt.getTime() >= ROTATE_MS) {
      const token = newToken();
      const until = now + PREVIOUS_TOKEN_TTL_MS;
      const next = { tokenHash: hashToken(token), at: new Date(now), previousUntil: new Date(until) };
      const won = await sessions.rotate(session, next);
      recent.clear();
      if (won) replaced.set(presented, { token, until });
    }
    return replaced.get(presented)?.token ?? null;
  }

  async function touch(session: SessionRow): Promise<void> {
    const now = clock.now();
    if (now - session.lastSeenAt.getTime() < LAST_SEEN_INTERVAL_MS) return;
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
      // Failures of the next two steps must not refuse the request.
      const fresh = await rotate(session, hash).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, "A session's token could not be renewed; its next request tries again");
        return null;
      });
      await touch(session).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'The use of a session could not be recorded');
      });
      const principal: Principal = {
        organizationId: session.organizationId,
        kind: 'operator',
        keyId: null,
        operator: { id: operator.id, role: operator.role, sessionId: session.id },
        name: operator.name,
        scopes: new Set(roleScopes[operator.role]),
        ...unlimited,
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
      operator ? watch.whileValid(organizationId, watchedId(operator), signal) : signal,

    stop() {
      unsubscribe();
      watch.stop();
    },
  };
}
