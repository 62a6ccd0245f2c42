import { expect } from 'vitest';
import { startKeyed } from '../approvals/fixture.js';
import type { Engine } from '../harness/engines.js';
import { adminKey, as } from '../harness/keys.js';

type Fields = Readonly<Record<string, unknown>>;

/** An action that the rules of the tests are about. */
export const deploy = { name: 'deploy', args: { service: 'api', env: 'staging', amount: 50 } };

/** A gateway with authentication, the key of an agent, and requests with all rights. */
export async function startRuled(engine?: Engine) {
  const keyed = await startKeyed({ ...(engine && { engine }) });
  const owner = as(keyed.gateway, adminKey);
  /** Adds a rule. Default: it matches every action. */
  const addRule = async (rule: Fields = {}) => {
    const reply = await owner('POST', '/v1/rules/new', { rule_id: 'rule', actions: ['*'], then: {}, ...rule });
    expect(reply.status, reply.text).toBe(201);
    return reply.json;
  };
  /** A question of the agent. */
  const questionWith = (body: Fields = {}) => ({
    text: 'Ship it?',
    channel_id: 'approvals',
    action: deploy,
    decisions: ['approve', 'reject'],
    ...body,
  });
  const post = (body: Fields = {}) => keyed.agent.request('POST', '/v1/prompts/new', questionWith(body));
  const recordOf = async (num: unknown) => (await owner('GET', `/v1/prompts/${String(num)}`)).json;
  return { ...keyed, owner, addRule, questionWith, post, recordOf };
}
