import { answerPrompt, createPolicy, endGrant, listGrants } from '@gateway/contract';
import type { Fixture } from './fixture.js';
import { setRules, type NewRule } from './rules.js';

type Args = Readonly<Record<string, string | number>>;

const deploys: NewRule = {
  rule_id: 'deploys',
  actions: ['deploy'],
  then: { verdict: 'ask', grants: { max_sec: 14_400, same: ['service', 'env'], max_uses: 50 } },
};

/** Asks about a deployment under the rule `deploys`. Returns the id of the prompt. */
export const askToDeploy = ({ ask }: Fixture, args: Args = {}): Promise<string> =>
  ask('Deploy it?', {
    options: null,
    decisions: ['approve', 'reject'],
    action: { name: 'deploy', args: { service: 'api', env: 'staging', version: 1, ...args } },
  });

/** Ends all standing approvals, and sets one rule, which offers some. `policy`: with a new policy of two approvals. */
export async function withoutGrants(fixture: Fixture, policy: string | null = null): Promise<void> {
  const { call } = fixture.operators.owner;
  if (policy !== null) await call(createPolicy, { body: { policy_id: policy, name: policy, approvals: 2 } });
  await setRules(fixture, [{ ...deploys, then: { ...deploys.then, policy } }]);
  for (const { grant_id: id } of await call(listGrants, { query: { state: 'active' } }))
    await call(endGrant, { params: { id } });
}

/** The owner gives a standing approval for one hour. Returns its id and that of its prompt. */
export async function giveGrant(fixture: Fixture, args: Args = {}) {
  const { call } = fixture.operators.owner;
  const promptId = await askToDeploy(fixture, args);
  const body = { type: 'decision', value: 'approve', grant_sec: 3600 } as const;
  await call(answerPrompt, { params: { id: promptId }, body });
  const given = (await call(listGrants, { query: { state: 'active' } })).find(
    ({ prompt_id }) => prompt_id === promptId,
  );
  if (!given) throw new Error('No standing approval was given.');
  return { id: given.grant_id, promptId };
}
