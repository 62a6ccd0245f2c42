import type { OperatorRow, Store } from '@gateway/core';
import { after, newAudit, newLink, newSession, now, org } from './fixture.js';

/** Calls what operators, their sessions and their links call. */
export async function callOperators({
  operators,
  sessions,
  identities,
  usedTokens,
  secondFactors,
  passkeys,
  oneTimeLinks,
  audit,
}: Store): Promise<void> {
  for (const { action, resourceId } of [
    newAudit('key.created', 'k77'),
    newAudit('operator.updated', 'a77'),
    newAudit('invitation.created', 'l77'),
    newAudit('invitation.created', 'gone'),
    newAudit('delivery.retried', 'd77'),
    newAudit('prompt.answered', '#77'),
    newAudit('prompt.voted', '#77'),
  ]) {
    await audit.write(newAudit(action, resourceId));
  }
  await audit.list(org, {}, { limit: 50, before: null });
  const session = newSession('s-new', 'a77');
  const entry = newAudit('operator.updated', 'a77');
  await operators.any(org);
  await operators.get(org, 'a77');
  await operators.byEmail(org, 'e77');
  const link = newLink('l-new', { operatorId: 'a77', purpose: 'password' });
  await oneTimeLinks.insert(link, entry);
  await oneTimeLinks.byHash('t77', after(-60));
  await oneTimeLinks.invitations(org, after(-60));
  await oneTimeLinks.removeInvitation(org, 'l80', { ...entry, at: after(-60) });
  await operators.resetPassword('h2', session, link.tokenHash, entry);
  await operators.changePassword(
    { organizationId: org, id: 'a77', from: 'h2', to: 'h3', at: now, keepSession: session.id },
    entry,
  );
  await sessions.begin(newSession('s-next', 'a77'), 'h3', entry);
  await sessions.byToken(session.tokenHash);
  await sessions.get(org, session.id);
  await sessions.rotate(session, { tokenHash: 'rotated', at: now, previousUntil: after(60) });
  await sessions.touch(session, after(5), after(60));
  await sessions.list(org, 'a77', now);
  await sessions.end(org, 'a77', session.id, entry);
  await sessions.endAll(org, 'a77', entry);
  await oneTimeLinks.insert(newLink('l-invited', { purpose: 'invitation', role: 'viewer' }), entry);
  const { role: _role, seq: _seq, ...person } = (await operators.get(org, 'a77')) as OperatorRow;
  await operators.createInvited(
    { ...person, id: 'l-invited', email: 'new' },
    newSession('s-invited', 'l-invited'),
    'hash of l-invited',
    entry,
  );
  const identity = { organizationId: org, issuer: 'i', subject: 'sub-new', operatorId: 'sso', createdAt: now };
  await identities.operatorOf(org, 'i', 'sub77');
  await identities.create(
    { ...person, id: 'sso', email: 'sso', role: 'viewer' },
    identity,
    newSession('s-sso', 'sso'),
    entry,
  );
  await identities.link({ ...identity, subject: 'sub-more' }, newSession('s-link', 'sso'), [entry]);
  await identities.begin({ ...newSession('s-known', 'sso'), providerSession: 'ps-new' }, entry);
  await identities.refresh({ organizationId: org, id: 'sso' }, { name: 'N', email: 'sso2' }, entry);
  await identities.endProviderSession(org, 'ps-new', () => entry);
  await usedTokens.use(org, 'used', after(60));
  const owner = { organizationId: org, operatorId: 'a76' };
  await secondFactors.authenticators('other');
  await secondFactors.summaries('other');
  await secondFactors.remove({ ...owner, operatorId: 'a75' }, { kind: 'authenticator' }, 'kept', entry);
  const app = { ...owner, secret: 'v1', lastStep: 1, createdAt: now };
  await secondFactors.add({ kind: 'authenticator', row: app }, ['h1'], { maxPasskeys: 2 }, 'kept', entry);
  const passkey = {
    ...owner,
    id: 'p-new',
    credentialId: 'c-new',
    publicKey: 'k',
    counter: 1,
    transports: ['usb'],
    backedUp: false,
    name: 'Key',
    createdAt: now,
    lastUsedAt: null,
  };
  await secondFactors.add({ kind: 'passkey', row: passkey }, [], { maxPasskeys: 2 }, 'kept', entry);
  await passkeys.list(owner);
  await passkeys.byCredential(org, 'c-new');
  await passkeys.rename({ ...passkey, name: 'Other' }, entry);
  await secondFactors.use(owner, { kind: 'passkey', id: 'p-new', counter: 2, backedUp: false, at: now });
  await secondFactors.remove(owner, { kind: 'passkey', id: 'p-new' }, 'kept', entry);
  const authenticator = await secondFactors.authenticator(owner);
  if (authenticator) await secondFactors.replaceSecret(authenticator, 'v2');
  await secondFactors.countRecoveryCodes(owner);
  await secondFactors.replaceRecoveryCodes(owner, ['h2'], entry);
  await secondFactors.begin(newSession('s-code', 'a76'), 'h', { kind: 'authenticator', step: 2 }, [entry]);
  await secondFactors.begin(newSession('s-recovery', 'a76'), 'h', { kind: 'recovery_code', hash: 'h2' }, [entry]);
  await secondFactors.removeAll(owner, entry);
  await operators.update(org, 'a78', { role: 'operator' }, () => entry);
  await operators.remove(org, 'a79', entry);
  await operators.createFirst({ ...person, role: 'owner' }, session, 'none', entry);
}
