import { sees } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { Store } from '../ports/store.js';
import { answerProblems, ruleProblems, type AnswerProblem, type Warning } from './answer-problems.js';

/** A result with the channels and rules whose prompts are all refused since. */
export interface Warned<Result> {
  readonly result: Result;
  readonly warnings: readonly Warning[];
}

interface Problems {
  readonly channels: ReadonlyMap<string, AnswerProblem>;
  readonly rules: ReadonlyMap<string, AnswerProblem>;
}

/** Makes a change of people, groups, policies or rules, and warns of the channels and rules whose prompts are all refused because of it. */
export function warningOfChanges(store: Pick<Store, 'people' | 'policies' | 'channels' | 'rules'>) {
  const problemsOf = async (organizationId: string): Promise<Problems> => {
    const [active, rules] = await Promise.all([store.channels.active(), store.rules.list(organizationId)]);
    const channels = active.filter((channel) => channel.organizationId === organizationId);
    return {
      channels: await answerProblems(store, organizationId, channels),
      rules: await ruleProblems(store, organizationId, rules, channels),
    };
  };
  return async <Result>(principal: Principal, change: () => Promise<Result>): Promise<Warned<Result>> => {
    const before = await problemsOf(principal.organizationId);
    const result = await change();
    const after = await problemsOf(principal.organizationId);
    const warnings = [
      ...newIn(before.channels, after.channels).filter(({ id }) => sees(principal, id)),
      // A key that is limited to channels does not see the channels of a rule.
      ...(principal.channels === null ? newIn(before.rules, after.rules) : []),
    ];
    return { result, warnings: warnings.map(({ code, message }) => ({ code, message })) };
  };
}

function newIn(before: ReadonlyMap<string, AnswerProblem>, after: ReadonlyMap<string, AnswerProblem>) {
  return [...after].flatMap(([id, problem]) =>
    problem.refusesAll && !before.get(id)?.refusesAll ? [{ id, ...problem }] : [],
  );
}
