import type { Role } from '@gateway/contract';
import { auditEntry, systemAuditEntry } from '../audit/audit.js';
import { DEFAULT_ORGANIZATION, type Principal } from '../access/principal.js';
import type { Store } from '../ports/store.js';
import { Refusal } from '../base/refusal.js';
import type { OneTimeLinkRow, OperatorRow } from '../ports/people/operator-store.js';
import { refuseWeakPassword } from './password-rules.js';
import { ownersOnly } from '../access/rights.js';
import { createSealedSteps } from './second-factor/sealed-step.js';
import { newSession, type Browser, type SignedIn } from './sessions.js';
import type { NewPerson } from './set-up.js';
import { passwordsOnly, selfAuditEntry, type OperatorsOptions, type SignInResult } from './sign-in.js';
import { newLink, type LinkOptions, type NewLink } from './one-time-link.js';
import { hashToken } from './token.js';

const HOUR_MS = 3_600_000;
const INVITATION_MS = 7 * 24 * HOUR_MS;
const PASSWORD_LINK_MS = HOUR_MS;

const linkInvalid = () =>
  new Refusal(
    'not_found',
    'This link is invalid, expired or used: links work once and for a limited time. Ask for a new one.',
  );
const emailTaken = (email: string) =>
  new Refusal('conflict', `There is an operator with the e-mail address ${email} already: sign in instead.`);

/** A password link for the operator with this e-mail address, created on the command line; null: there is no such operator. */
export async function passwordLinkFor({ store, clock }: LinkOptions, email: string): Promise<NewLink | null> {
  const operator = await store.operators.byEmail(DEFAULT_ORGANIZATION, email.trim().toLowerCase());
  if (!operator) return null;
  const made = newLink({ purpose: 'password', operatorId: operator.id }, clock.now(), PASSWORD_LINK_MS);
  await store.oneTimeLinks.insert(made.link, systemAuditEntry(clock, 'operator.password_link_created', operator.id));
  return made;
}

/** Invitations and password resets by one-time links. */
export function createLinks(options: OperatorsOptions) {
  const { store, clock, passwords } = options;
  const { operators, oneTimeLinks } = store;
  const steps = createSealedSteps(options.sealer, clock);

  async function open(token: string, purpose?: OneTimeLinkRow['purpose']): Promise<OneTimeLinkRow> {
    const link = await oneTimeLinks.byHash(hashToken(token), new Date(clock.now()));
    if (!link || (purpose && link.purpose !== purpose)) throw linkInvalid();
    return link;
  }

  return {
    /** Reads a link without using it up; a password link includes its operator's role and e-mail address. */
    async read(token: string): Promise<OneTimeLinkRow> {
      const link = await open(token);
      if (link.operatorId === null) return link;
      const operator = await operators.get(link.organizationId, link.operatorId);
      if (!operator) throw linkInvalid();
      return { ...link, role: operator.role, email: operator.email };
    },

    invitations(principal: Principal): Promise<OneTimeLinkRow[]> {
      ownersOnly(principal);
      return oneTimeLinks.invitations(principal.organizationId, new Date(clock.now()));
    },

    async invite(principal: Principal, { role, email }: { role: Role; email: string | null }): Promise<NewLink> {
      const { id } = ownersOnly(principal);
      passwordsOnly(options);
      if (email !== null && (await operators.byEmail(principal.organizationId, email))) throw emailTaken(email);
      const made = newLink({ purpose: 'invitation', role, email, createdBy: id }, clock.now(), INVITATION_MS);
      await oneTimeLinks.insert(made.link, auditEntry(principal, clock, 'invitation.created', made.link.id));
      return made;
    },

    async revokeInvitation(principal: Principal, id: string): Promise<OneTimeLinkRow> {
      ownersOnly(principal);
      const audit = auditEntry(principal, clock, 'invitation.revoked', id);
      const link = await oneTimeLinks.removeInvitation(principal.organizationId, id, audit);
      if (link) return link;
      throw new Refusal(
        'not_found',
        `There is no open invitation ${JSON.stringify(id)}: it was accepted, revoked or has expired.`,
      );
    },

    /** Creates an operator from an invitation and signs in. */
    async accept({ token: linkToken, name, email, password }: NewPerson, browser: Browser): Promise<SignedIn> {
      passwordsOnly(options);
      const link = await open(linkToken, 'invitation');
      if (link.email !== null && link.email !== email)
        throw new Refusal('invalid', `email: this invitation is for ${link.email}.`, 'email');
      const { organizationId } = link;
      if (await operators.byEmail(organizationId, email)) throw emailTaken(email);
      await refuseWeakPassword(password, { name, email }, 'password');
      const passwordHash = await passwords.hash(password);
      const at = new Date(clock.now());
      const times = { createdAt: at, updatedAt: at, lastSeenAt: at };
      // The operator gets the invitation's id, so that audit entries of both match. The id grants no access: that takes the token.
      const operator = { organizationId, id: link.id, name, email, passwordHash, ...times };
      const { session, token } = newSession({ organizationId, operatorId: operator.id }, browser, at);
      const audit = selfAuditEntry(operator, browser, clock, 'operator.created');
      const made = await operators.createInvited(operator, session, link.tokenHash, audit);
      if (made === 'no_link') throw linkInvalid();
      if (made === 'taken') throw emailTaken(email);
      return { operator: made, session, token };
    },

    /** Creates a password link for an operator. Earlier ones become invalid. */
    async passwordLink(principal: Principal, id: string): Promise<NewLink> {
      const { id: createdBy } = ownersOnly(principal);
      passwordsOnly(options);
      const operator = await operatorById(store, principal.organizationId, id);
      const made = newLink({ purpose: 'password', operatorId: operator.id, createdBy }, clock.now(), PASSWORD_LINK_MS);
      await oneTimeLinks.insert(made.link, auditEntry(principal, clock, 'operator.password_link_created', id));
      return made;
    },

    /** Sets a new password, ends all other sessions of the operator and signs in, or begins the step of the second factor. */
    async resetPassword(given: { token: string; password: string }, browser: Browser): Promise<SignInResult> {
      const link = await open(given.token, 'password');
      // A link from the command line works always, so that a provider that is down locks no owner out.
      if (link.createdBy !== null) passwordsOnly(options);
      const operator = await operators.get(link.organizationId, link.operatorId ?? '');
      if (!operator) throw linkInvalid();
      await refuseWeakPassword(given.password, operator, 'password');
      const passwordHash = await passwords.hash(given.password);
      const at = new Date(clock.now());
      const { session, token } = newSession({ ...operator, operatorId: operator.id }, browser, at);
      const audit = selfAuditEntry(operator, browser, clock, 'operator.password_reset');
      const done = await operators.resetPassword(passwordHash, session, link.tokenHash, audit);
      if (done === 'no_link') throw linkInvalid();
      const changed = { ...operator, passwordHash };
      return done === 'signed_in' ? { operator: changed, session, token } : steps.afterPassword(changed);
    },
  };
}

/** The operator with this id. Throws a `Refusal` if there is none. */
export async function operatorById(
  store: Pick<Store, 'operators'>,
  organizationId: string,
  id: string,
): Promise<OperatorRow> {
  const operator = await store.operators.get(organizationId, id);
  if (operator) return operator;
  throw new Refusal('not_found', `There is no operator ${JSON.stringify(id)}.`);
}
