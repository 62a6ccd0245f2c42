import { randomUUID } from 'node:crypto';
import { DEFAULT_ORGANIZATION } from '../access/principal.js';
import { Refusal } from '../base/refusal.js';
import { refuseWeakPassword } from './password-rules.js';
import { newSession, type Browser, type SignedIn } from './sessions.js';
import { selfAuditEntry, type OperatorsOptions } from './sign-in.js';
import { newLink, type LinkOptions, type NewLink } from './one-time-link.js';
import { hashToken } from './token.js';

const SETUP_LINK_MS = 24 * 3_600_000;

/** The input of a person who becomes an operator; `token`: of the one-time link. */
export interface NewPerson {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const linkInvalid = () =>
  new Refusal(
    'invalid',
    'This link is invalid, expired or used: restart the gateway; its log then has a new one.',
    'token',
  );
const alreadySetUp = () =>
  new Refusal('conflict', 'The console has an operator already: sign in, or ask an owner to invite you.');

/** Creates a link for the first operator; null: an operator exists. */
export async function setUpLink({ store, clock }: LinkOptions): Promise<NewLink | null> {
  if (await store.operators.any(DEFAULT_ORGANIZATION)) return null;
  const made = newLink({ purpose: 'setup', role: 'owner' }, clock.now(), SETUP_LINK_MS);
  await store.oneTimeLinks.insert(made.link);
  return made;
}

/** Creates the first operator. */
export function createSetUp({ store, clock, passwords }: OperatorsOptions) {
  /** Cached for good: the last owner cannot be removed. */
  let done = false;
  const isDone = async (): Promise<boolean> => (done ||= await store.operators.any(DEFAULT_ORGANIZATION));

  return {
    isDone,

    /** Creates a link that is valid for 24 hours; null: an operator exists. */
    link: () => setUpLink({ store, clock }),

    /** Creates the first operator, an owner, and signs them in. Of concurrent callers one succeeds. */
    async setUp({ token: linkToken, name, email, password }: NewPerson, browser: Browser): Promise<SignedIn> {
      if (await isDone()) throw alreadySetUp();
      const linkHash = hashToken(linkToken);
      const link = await store.oneTimeLinks.byHash(linkHash, new Date(clock.now()));
      if (link?.purpose !== 'setup') throw linkInvalid();
      await refuseWeakPassword(password, { name, email }, 'password');
      const passwordHash = await passwords.hash(password);
      const at = new Date(clock.now());
      const operator = {
        organizationId: DEFAULT_ORGANIZATION,
        id: randomUUID(),
        name,
        email,
        passwordHash,
        role: 'owner' as const,
        createdAt: at,
        updatedAt: at,
        lastSeenAt: at,
      };
      const { session, token } = newSession({ ...operator, operatorId: operator.id }, browser, at);
      const audit = selfAuditEntry(operator, browser, clock, 'operator.created');
      const made = await store.operators.createFirst(operator, session, linkHash, audit);
      if (made === 'exists') throw alreadySetUp();
      if (made === 'no_link') throw linkInvalid();
      return { operator: { ...operator, seq: 0, secondFactorSince: null }, session, token };
    },
  };
}
