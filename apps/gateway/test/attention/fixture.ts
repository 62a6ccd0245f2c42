import { expect } from 'vitest';
import type { Engine } from '../harness/engines.js';
import { makeKey } from '../harness/keys.js';
import { startRuled } from '../rules/fixture.js';

/** A gateway with the people Ada and Bob, of whom only Ada is in the group `leads`, and requests of several keys. */
export async function startLimited(engine: Engine, limits: Readonly<Record<string, number>> = {}) {
  const ruled = await startRuled(engine);
  const { owner, gateway, questionWith, agent } = ruled;
  for (const [person_id, user_id] of [
    ['ada', '501'],
    ['bob', '502'],
  ])
    await owner('POST', '/v1/people/new', {
      person_id,
      name: person_id,
      identities: [{ platform: 'telegram', user_id }],
    });
  await owner('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: ['ada'] });
  const limit = async (fields: object) => {
    const { status, text } = await owner('PATCH', '/v1/channels/approvals', fields);
    expect(status, text).toBe(200);
  };
  await limit(limits);
  const asker = async () => await makeKey(gateway, { preset: 'agent' });
  /** The status, or the code of the error. */
  const ask = async (body: Record<string, unknown> = {}, holder: Pick<typeof agent, 'request'> = agent) => {
    const { status, json } = await holder.request('POST', '/v1/prompts/new', questionWith(body));
    return status === 200 ? 200 : String(json.code);
  };
  return { ...ruled, limit, asker, ask };
}

export const exhausted = 'attention_exhausted';
