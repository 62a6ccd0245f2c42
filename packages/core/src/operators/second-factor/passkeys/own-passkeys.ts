import { randomUUID } from 'node:crypto';
import { auditEntry } from '../../../audit/audit.js';
import type { Principal } from '../../../access/principal.js';
import { Refusal } from '../../../base/refusal.js';
import { signedInOperator } from '../../../access/rights.js';
import type { OperatorsOptions } from '../../sign-in.js';
import { createConfirm, type Proof } from '../confirm.js';
import { newHashedCodes } from '../recovery-codes.js';
import type { PasskeyReply, PasskeyRequest } from './assertions.js';
import { createChallenges } from './challenges.js';
import type { RelyingParty } from './passkey-protocol.js';
import type { PasskeyRow } from '../../../ports/people/passkey-store.js';

const MAX_PASSKEYS = 20;

/** An operator's own passkeys. */
export function createOwnPasskeys(options: OperatorsOptions) {
  const { store, clock, passkeyProtocol } = options;
  const { confirm, passkeyRequest } = createConfirm(options);
  const challenges = createChallenges(options);

  const own = (principal: Principal) => {
    const { id: operatorId, sessionId } = signedInOperator(principal);
    return { owner: { organizationId: principal.organizationId, operatorId }, sessionId };
  };
  const purposeOf = (principal: Principal) => {
    const { id: operatorId, sessionId } = signedInOperator(principal);
    return { kind: 'add', operatorId, sessionId } as const;
  };
  const unknown = (id: string) => new Refusal('not_found', `You have no passkey ${JSON.stringify(id)}.`);

  return {
    list: (principal: Principal): Promise<PasskeyRow[]> => store.passkeys.list(own(principal).owner),

    /** Asks for a passkey that confirms a change. */
    confirmation: passkeyRequest,

    /** Starts to add a passkey. Stores nothing. */
    async start(principal: Principal, proof: Proof, relyingParty: RelyingParty): Promise<PasskeyRequest> {
      const operator = await confirm(principal, proof);
      const { challenge, sealed } = challenges.issue(purposeOf(principal));
      const exclude = await store.passkeys.list(own(principal).owner);
      if (exclude.length >= MAX_PASSKEYS) throw tooMany();
      const creation = await passkeyProtocol.creationOptions({ relyingParty, challenge, operator, exclude });
      return { options: creation, challenge: sealed };
    },

    /** Adds a passkey and ends the other sessions. Returns the recovery codes: none unless it is the first second factor. */
    async add(
      principal: Principal,
      given: PasskeyReply & { readonly name: string },
      relyingParty: RelyingParty,
    ): Promise<{ readonly passkey: PasskeyRow; readonly recoveryCodes: readonly string[] }> {
      const { owner, sessionId } = own(principal);
      const challenge = await challenges.use(purposeOf(principal), given.challenge);
      const created = await passkeyProtocol.verifyCreation(given.reply, { relyingParty, challenge });
      if (!created)
        throw new Refusal('invalid', 'The passkey could not be checked: create it again in this browser.', 'response');
      const passkey: PasskeyRow = {
        ...owner,
        id: randomUUID(),
        ...created,
        name: given.name,
        createdAt: new Date(clock.now()),
        lastUsedAt: null,
      };
      const codes = newHashedCodes(owner);
      const audit = auditEntry(principal, clock, 'operator.passkey_added', owner.operatorId);
      const factor = { kind: 'passkey', row: passkey } as const;
      const limits = { maxPasskeys: MAX_PASSKEYS };
      const done = await store.secondFactors.add(factor, codes.hashes, limits, sessionId, audit);
      if (done === 'full') throw tooMany();
      if (done === 'exists') throw new Refusal('conflict', 'This passkey was added already.');
      if (done === 'gone') throw new Refusal('not_found', 'You were removed as an operator.');
      return { passkey, recoveryCodes: done === 'first' ? codes.codes : [] };
    },

    async rename(principal: Principal, id: string, name: string): Promise<PasskeyRow> {
      const { owner } = own(principal);
      const audit = auditEntry(principal, clock, 'operator.passkey_renamed', owner.operatorId);
      if (!(await store.passkeys.rename({ ...owner, id, name }, audit))) throw unknown(id);
      const renamed = (await store.passkeys.list(owner)).find((each) => each.id === id);
      if (!renamed) throw unknown(id);
      return renamed;
    },

    /** Removes a passkey and ends the other sessions. */
    async remove(principal: Principal, id: string, proof: Proof): Promise<void> {
      const { owner, sessionId } = own(principal);
      await confirm(principal, proof);
      const audit = auditEntry(principal, clock, 'operator.passkey_removed', owner.operatorId);
      if (!(await store.secondFactors.remove(owner, { kind: 'passkey', id }, sessionId, audit))) throw unknown(id);
    },
  };
}

const tooMany = () =>
  new Refusal('conflict', `You have ${MAX_PASSKEYS} passkeys already: remove one that you do not use.`);
