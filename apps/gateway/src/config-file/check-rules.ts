import { limits, type Approver } from '@gateway/contract';
import { checkCondition, Refusal } from '@gateway/core';
import type { FilePath } from './document.js';
import type { Declared, FileRule, Report } from './schema.js';
import type { OpenTarget } from './target.js';

/** Checks of what a record of the file names, against the file and the database. */
interface References {
  checkApprovers(path: FilePath, approvers: readonly Approver[] | null): Promise<void>;
  checkAsked(path: FilePath, channelId: string): Promise<void>;
  checkPolicy(path: FilePath, policyId: string): Promise<void>;
}

/** Checks the rules of a file: what they name, their conditions, and that they are not too many together with those of the API. */
export async function checkRules(
  target: OpenTarget,
  declared: Declared,
  report: Report,
  { checkApprovers, checkAsked, checkPolicy }: References,
): Promise<void> {
  const { store, organizationId } = target;
  for (const [at, rule] of declared.rules.entries()) if (rule) await checkRule(['rules', at], rule);
  checkOrder();
  await checkCount();

  async function checkRule(path: FilePath, { when, then }: FileRule): Promise<void> {
    try {
      checkCondition(when, then.verdict);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The line of the file is that of `when`; the condition has lines of its own.
      report([...path, 'when'], `is refused: ${error.detail.replace(/^when: /, '')}`);
    }
    await checkApprovers([...path, 'then', 'approvers'], then.approvers);
    if (then.policy !== null) await checkPolicy([...path, 'then', 'policy'], then.policy);
    for (const [index, id] of (then.channels ?? []).entries()) {
      await checkAsked([...path, 'then', 'channels', index], id);
      const prescribed = then.policy === null ? null : await policyOf(id);
      if (prescribed !== null && prescribed !== then.policy)
        report(
          [...path, 'then', 'policy'],
          `must be "${prescribed}" or left out: the channel "${id}" prescribes that policy`,
        );
    }
  }

  /** Positions must agree with the order of the list, which is the order in which the rules are tried. */
  function checkOrder(): void {
    let last = -Infinity;
    for (const [at, rule] of declared.rules.entries()) {
      const position = rule?.position ?? null;
      if (position === null) continue;
      if (position <= last)
        report(
          ['rules', at, 'position'],
          'must be greater than those before: the rules are tried in the order of this list',
        );
      last = Math.max(last, position);
    }
  }

  /** The policy that a channel prescribes once the file is applied. */
  async function policyOf(channelId: string): Promise<string | null> {
    const inFile = declared.channels.find((channel) => channel?.channel_id === channelId);
    if (inFile) return inFile.policy ?? null;
    return (await store.channels.get(organizationId, channelId))?.policyId ?? null;
  }

  async function checkCount(): Promise<void> {
    if (declared.rules.length === 0) return;
    const inFile = new Set(declared.rules.map((rule) => rule?.rule_id));
    const owned = declared.prune ? await store.managed.list(organizationId) : [];
    const removed = new Set(owned.filter(({ kind }) => kind === 'rule').map(({ id }) => id));
    const stored = await store.rules.list(organizationId);
    const others = stored.filter(({ ruleId }) => !inFile.has(ruleId) && !removed.has(ruleId)).length;
    if (declared.rules.length <= limits.rules && declared.rules.length + others > limits.rules)
      report(
        ['rules'],
        `would make ${declared.rules.length + others} rules together with the ${others} that are not in the file, and there can be ${limits.rules}`,
      );
  }
}
