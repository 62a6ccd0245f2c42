import { sees } from '../access/allowed-channels.js';
import { actorIdOf, type Principal } from '../access/principal.js';
import { auditEntry } from '../audit/audit.js';
import { Refusal } from '../base/refusal.js';
import type { GrantFilter, GrantRow } from '../ports/questions/grant-store.js';
import type { Page } from '../ports/system.js';
import { grantState } from '../questions/grants/grant-state.js';
import { endLost } from './usable-grants.js';
import type { Services } from '../ports/services.js';

export interface GrantsOptions extends Services {
  readonly grantMessages: { wake(): void };
}

/** Reads and ends standing approvals. */
export class Grants {
  readonly #options: GrantsOptions;

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  /** The newest first. A key that is limited to channels gets those that were given with prompts of its channels. */
  async list(principal: Principal, state: GrantFilter['state'], page: Page): Promise<GrantRow[]> {
    const { store, clock } = this.#options;
    const { organizationId, channels } = principal;
    const within = channels && { channelIds: [...channels] };
    const filter = { now: new Date(clock.now()), ...(state && { state }), ...within };
    const grants = await this.#current(await store.grants.list(organizationId, filter, page));
    const haveEnded = state === 'active' && grants.some(({ endedAt }) => endedAt !== null);
    return haveEnded ? await this.list(principal, state, page) : grants;
  }

  async get(principal: Principal, grantId: string): Promise<GrantRow> {
    const found = await this.#options.store.grants.get(principal.organizationId, grantId);
    const [grant] = found && sees(principal, found.channelId) ? await this.#current([found]) : [];
    if (grant) return grant;
    throw new Refusal('not_found', `There is no standing approval ${JSON.stringify(grantId)}.`);
  }

  /** Ends one. One that has ended stays as it is, but approvals that it gave and that were not used end, too. */
  async end(principal: Principal, grantId: string): Promise<GrantRow> {
    const { store, clock, log, grantMessages } = this.#options;
    const { organizationId } = principal;
    await this.get(principal, grantId);
    const reason = 'stopped';
    const entry = auditEntry(principal, clock, 'grant.ended', grantId);
    const audit = { ...entry, changes: [{ field: 'ended_reason', after: reason }] };
    const kind = principal.kind === 'system' ? 'open' : principal.kind;
    const by = { kind, id: actorIdOf(principal), name: principal.name };
    const end = { organizationId, grantId, at: audit.at, reason, by, audit, event: null } as const;
    const ended = await store.grants.end(end);
    if (ended === null || ended === 'duplicate') return await this.get(principal, grantId);
    grantMessages.wake();
    log.info({ grant_id: grantId }, 'A standing approval was ended');
    return ended;
  }

  /** Standing approvals as they are now: those whose givers may not answer any more are ended. */
  async #current(grants: readonly GrantRow[]): Promise<GrantRow[]> {
    const { store, clock } = this.#options;
    const active = grants.filter((grant) => grantState(grant, clock.now()).reason === null);
    const [first] = active;
    if (!first) return [...grants];
    const { organizationId } = first;
    const [voters, rules] = await Promise.all([
      store.grants.givers(organizationId, active),
      store.rules.list(organizationId),
    ]);
    return await Promise.all(
      grants.map(async (grant) => {
        if (!active.includes(grant)) return grant;
        const rule = rules.find(({ ruleId, version }) => ruleId === grant.ruleId && version === grant.ruleVersion);
        return (await endLost(this.#options, grant, rule?.then ?? null, voters)) ?? grant;
      }),
    );
  }
}
