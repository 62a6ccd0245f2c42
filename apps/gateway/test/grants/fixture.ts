import { expect } from 'vitest';
import type { Engine } from '../harness/engines.js';
import { until } from '../harness/until.js';
import { startRuled } from '../rules/fixture.js';

type Fields = Readonly<Record<string, unknown>>;

/** An action of which people approve several. */
export const deployWith = (args: Fields = {}) => ({
  name: 'deploy',
  args: { service: 'api', env: 'staging', version: '1.0.0', ...args },
});
const grants = { max_sec: 3600, same: ['service', 'env'] };

/** A gateway with a rule that offers standing approvals, and the key of an agent. `then`: what else the rule says. */
export async function startGrants(engine?: Engine, then: Fields = {}) {
  const ruled = await startRuled(engine);
  const rule = await ruled.addRule({ rule_id: 'deployments', actions: ['deploy'], then: { grants, ...then } });
  /** Asks for an action; it is answered at once, or the number of the question is returned. */
  const askFor = async (args: Fields = {}, body: Fields = {}) => {
    const reply = await ruled.post({ action: deployWith(args), ...body });
    expect(reply.status, reply.text).toBe(200);
    return reply.json;
  };
  /** Whether a standing approval answers an action. */
  const isCovered = async (args: Fields = {}, body: Fields = {}) => {
    const { state, grant_id: grantId } = await askFor(args, body);
    return state === 'answered' && typeof grantId === 'string';
  };
  const list = async (query = '') => (await ruled.owner('GET', `/v1/grants${query}`)).json as unknown as Fields[];
  /** Asks, and presses a button of the question. Returns the standing approval that it gave. */
  const give = async (button = 'Approve for 1 h', args: Fields = {}, body: Fields = {}) => {
    const asked = await askFor(args, body);
    expect(asked.state).toBe('pending');
    // A message of an earlier standing approval may come after the question.
    const message = Number((await ruled.recordOf(asked.prompt_num)).message_id);
    await ruled.telegram.press({ chat: ruled.ada, message, button });
    await until(async () => (await ruled.recordOf(asked.prompt_num)).state === 'answered');
    const given = (await list()).find(({ prompt_id: id }) => id === asked.prompt_id);
    expect(given, 'the press gave no standing approval').toBeDefined();
    return given ?? {};
  };
  const grant = async (id: unknown) => (await ruled.owner('GET', `/v1/grants/${String(id)}`)).json;
  const end = async (id: unknown) => await ruled.owner('DELETE', `/v1/grants/${String(id)}`);
  return { ...ruled, rule, askFor, isCovered, list, give, grant, end };
}
