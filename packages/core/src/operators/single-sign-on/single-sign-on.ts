import { createHash, randomUUID } from 'node:crypto';
import type { Role } from '@gateway/contract';
import { systemAuditEntry } from '../../audit/audit.js';
import { changesBetween } from '../../audit/changes.js';
import { DEFAULT_ORGANIZATION } from '../../access/principal.js';
import type { Logger } from '../../ports/system.js';
import { Refusal } from '../../base/refusal.js';
import { unusablePassword } from '../no-password.js';
import type { OperatorRow } from '../../ports/people/operator-store.js';
import { newSession, type Browser, type SignedIn } from '../sessions.js';
import { selfAuditEntry, type OperatorsOptions } from '../sign-in.js';
import type { TeamOptions } from '../team.js';

/** How long a used logout token is remembered. Providers make them for minutes. */
const LOGOUT_TOKEN_MS = 24 * 3_600_000;

/** A person, as an OpenID provider has proven. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null: the provider gave no valid one. */
  readonly email: string | null;
  /** Whether the provider says that the e-mail address belongs to the person. */
  readonly emailVerified: boolean;
  /** Whether a verified e-mail address is enough to link an operator who has no second factor. */
  readonly linksByEmail: boolean;
  /** The name of a new operator. */
  readonly name: string;
  /** The name that the provider gave; null: it gave none. */
  readonly statedName: string | null;
  /** Null: no role is mapped. */
  readonly role: Role | null;
  /** Whether the provider decides the role at each sign-in. Otherwise `role` is that of new operators. */
  readonly managesRole: boolean;
  /** The provider's id of its session; null: it gave none. */
  readonly providerSession: string | null;
}

/** A verified logout token of a provider. It names a session, a subject or both. */
export interface LogoutNotice {
  readonly issuer: string;
  readonly tokenId: string;
  readonly subject: string | null;
  readonly providerSession: string | null;
}

export interface SingleSignOn {
  /**
   * Starts a session of the identity's operator, who is created at the first sign-in. `linkTo`: the id of the signed-in operator who wants
   * to have the identity; null: it is a sign-in. Throws a `Refusal`.
   */
  signIn(identity: ProvenIdentity, browser: Browser, linkTo?: string | null): Promise<SignedIn>;
  /** Ends the sessions that a logout token names. Returns their number. A token works once: null, it was used before. */
  signOut(notice: LogoutNotice): Promise<number | null>;
  /** Records that the provider, or the check of its answer, refused a sign-in. */
  refused(browser: Pick<Browser, 'address'>): Promise<void>;
}

const changedMeanwhile = () => new Refusal('conflict', 'Your account was changed at the same time: sign in again.');

/** Sign-in with an identity at an OpenID provider. */
export function createSingleSignOn({
  store,
  clock,
  log,
  managed,
}: OperatorsOptions & Pick<TeamOptions, 'managed'> & { readonly log: Logger }): SingleSignOn {
  const { identities, operators, sessions, usedTokens } = store;
  const organizationId = DEFAULT_ORGANIZATION;

  const refuse = async (browser: Pick<Browser, 'address'>, operator: OperatorRow | null, detail: string) => {
    const entry = systemAuditEntry(clock, 'operator.sign_in_refused', operator?.id ?? 'unknown');
    await store.audit.write({ ...entry, address: browser.address });
    return new Refusal('forbidden', detail);
  };

  /**
   * The role of today. A role that a configuration file gives stays. The last owner keeps the role: without an owner, no person could
   * give it back.
   */
  async function withRole(operator: OperatorRow, role: Role, browser: Browser): Promise<OperatorRow> {
    if (operator.role === role) return operator;
    if ((await store.managed.fileOf(organizationId, { kind: 'operator', id: operator.email })) !== null)
      return operator;
    const updated = await operators.update(organizationId, operator.id, { role }, (before) => ({
      ...selfAuditEntry(operator, browser, clock, 'operator.updated'),
      changes: changesBetween({ role: before.role }, { role }),
    }));
    if (updated) return updated;
    log.warn({ operator: operator.id, role }, 'The provider gives the last owner another role, which is not applied');
    return operator;
  }

  /** With the name and the verified e-mail address of today. A configuration file knows its operators by their address, so it keeps them. */
  async function refreshed(operator: OperatorRow, identity: ProvenIdentity, browser: Browser): Promise<OperatorRow> {
    const { statedName: name, email, emailVerified } = identity;
    const hasNewEmail = email !== null && emailVerified && email !== operator.email;
    const isManaged = hasNewEmail && (await managed.files({ organizationId }))('operator', operator.email) !== null;
    const change = {
      ...(name !== null && name !== operator.name && { name }),
      ...(hasNewEmail && !isManaged && { email }),
    };
    if (Object.keys(change).length === 0) return operator;
    const audit = selfAuditEntry(operator, browser, clock, 'operator.updated');
    const updated = await identities.refresh(operator, change, audit);
    if (updated !== 'taken') return updated ?? operator;
    log.warn({ operator: operator.id }, 'The new e-mail address at the provider belongs to another operator');
    return operator;
  }

  async function signInKnown(known: OperatorRow, identity: ProvenIdentity, browser: Browser): Promise<SignedIn> {
    if (identity.managesRole && identity.role === null) throw await refuse(browser, known, noRole);
    const withNewRole =
      identity.managesRole && identity.role !== null ? await withRole(known, identity.role, browser) : known;
    const operator = await refreshed(withNewRole, identity, browser);
    const { session, token } = newSession(sessionOf(identity, operator), browser, new Date(clock.now()));
    const audit = selfAuditEntry(operator, browser, clock, 'operator.signed_in');
    if (!(await identities.begin(session, audit))) throw changedMeanwhile();
    return { operator, session, token };
  }

  async function link(operator: OperatorRow, identity: ProvenIdentity, browser: Browser): Promise<SignedIn> {
    const at = new Date(clock.now());
    const { session, token } = newSession(sessionOf(identity, operator), browser, at);
    const audit = (['operator.identity_linked', 'operator.signed_in'] as const).map((action) =>
      selfAuditEntry(operator, browser, clock, action),
    );
    const linked = await identities.link(identityRow(identity, operator.id, at), session, audit);
    if (linked === 'other_identity')
      throw await refuse(
        browser,
        operator,
        'This operator has another account at the provider already: sign in with that one, or ask an owner to remove the operator.',
      );
    if (linked !== 'linked') throw changedMeanwhile();
    const updated =
      identity.managesRole && identity.role !== null ? await withRole(operator, identity.role, browser) : operator;
    return { operator: updated, session, token };
  }

  /** An e-mail address alone links nothing: the provider, or who may set addresses there, would decide for the operator. */
  async function linkByEmail(operator: OperatorRow, identity: ProvenIdentity, browser: Browser): Promise<SignedIn> {
    if (identity.linksByEmail && identity.emailVerified && operator.secondFactorSince === null)
      return await link(operator, identity, browser);
    throw await refuse(
      browser,
      operator,
      `There is an operator with the e-mail address ${operator.email} already: sign in with the password or a passkey, and link the account of the provider on the page Account. Without them, ask an owner to remove the operator.`,
    );
  }

  /** Links the identity to the signed-in operator who began it. */
  async function linkTo(id: string, known: OperatorRow | null, identity: ProvenIdentity, browser: Browser) {
    const operator = await operators.get(organizationId, id);
    if (!operator) throw changedMeanwhile();
    if (known && known.id !== id)
      throw await refuse(browser, operator, 'This account of the provider belongs to another operator.');
    if (identity.managesRole && identity.role === null) throw await refuse(browser, operator, noRole);
    return known ? await signInKnown(known, identity, browser) : await link(operator, identity, browser);
  }

  async function create(identity: ProvenIdentity, email: string, role: Role, browser: Browser): Promise<SignedIn> {
    const at = new Date(clock.now());
    const times = { createdAt: at, updatedAt: at, lastSeenAt: at };
    const passwordHash = unusablePassword();
    const operator = { organizationId, id: randomUUID(), name: identity.name, email, passwordHash, role, ...times };
    const { session, token } = newSession(sessionOf(identity, operator), browser, at);
    const audit = selfAuditEntry(operator, browser, clock, 'operator.created');
    const made = await identities.create(operator, identityRow(identity, operator.id, at), session, audit);
    if (made === 'taken') throw changedMeanwhile();
    if (made === 'no_owner')
      throw await refuse(
        browser,
        null,
        'The console has no operator yet, and the first one must be an owner: sign in as a person with that role, or use the set-up link in the log.',
      );
    return { operator: { ...operator, seq: 0, secondFactorSince: null }, session, token };
  }

  return {
    async signIn(identity, browser, wanted = null) {
      const known = await identities.operatorOf(organizationId, identity.issuer, identity.subject);
      if (wanted !== null) return await linkTo(wanted, known, identity, browser);
      if (known) return await signInKnown(known, identity, browser);
      const { email, role, managesRole } = identity;
      const same = email === null ? null : await operators.byEmail(organizationId, email);
      if (role === null && (managesRole || !same)) throw await refuse(browser, same, noRole);
      if (same) return await linkByEmail(same, identity, browser);
      if (email === null || role === null)
        throw await refuse(
          browser,
          null,
          'Your provider gave no e-mail address: it must be part of your account there, and OIDC_SCOPES must include email.',
        );
      return await create(identity, email, role, browser);
    },

    async signOut({ issuer, tokenId, subject, providerSession }) {
      const used = hashOf('logout token', issuer, tokenId);
      const isFirst = await usedTokens.use(organizationId, used, new Date(clock.now() + LOGOUT_TOKEN_MS));
      if (!isFirst) return null;
      const audit = (operatorId: string) => systemAuditEntry(clock, 'operator.signed_out', operatorId);
      if (providerSession !== null)
        return await identities.endProviderSession(organizationId, hashOf('session', issuer, providerSession), audit);
      const operator = await identities.operatorOf(organizationId, issuer, subject ?? '');
      return operator ? await sessions.endAll(organizationId, operator.id, audit(operator.id)) : 0;
    },

    async refused({ address }) {
      await store.audit.write({ ...systemAuditEntry(clock, 'operator.sign_in_refused', 'unknown'), address });
    },
  };
}

const noRole =
  'Your account at the provider gives you no role in this console: ask an owner, or the person who manages your groups.';

function sessionOf(
  { issuer, providerSession }: Pick<ProvenIdentity, 'issuer' | 'providerSession'>,
  { organizationId, id }: Pick<OperatorRow, 'organizationId' | 'id'>,
) {
  const session = providerSession === null ? null : hashOf('session', issuer, providerSession);
  return { organizationId, operatorId: id, providerSession: session };
}

function identityRow({ issuer, subject }: ProvenIdentity, operatorId: string, createdAt: Date) {
  return { organizationId: DEFAULT_ORGANIZATION, issuer, subject, operatorId, createdAt };
}

/** SHA-256, hex. */
function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
