import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { until } from '../harness/until.js';
import { startTaking } from './fixture.js';

const MINUTE_MS = 60_000;

/** A policy that reminds after 10 minutes, posts the question to Ada's own chat after 20, and reminds again after 30. */
const policy = {
  pause_steps_while_taken_sec: 3600,
  steps: [
    { after_sec: 600, remind: true },
    { after_sec: 1200, channels: ['approvals'] },
    { after_sec: 1800, remind: true },
  ],
};

onEveryEngine((engine) => {
  it('an operator makes the next steps of a policy before their time, also while somebody has the prompt, and later ones keep theirs', async () => {
    const { addPolicy, askTeam, inConsole, inTeam, telegram, ada, get, owner, clock } = await startTaking(engine);
    await addPolicy(policy);
    const start = clock.now();
    await askTeam({ policy: 'p', ttl_sec: 7200 });
    await inConsole('take');
    expect(await inConsole('escalate')).toMatchObject({ status: 200, json: { id: '#1', state: 'pending' } });
    await until(() => inTeam().some((text) => text.startsWith('Reminder: question #1')));
    await inConsole('escalate');
    await until(() => telegram.messages({ chat: ada }).length > 0);
    expect((await get(1)).posts).toMatchObject([{ channel_id: 'team' }, { channel_id: 'approvals' }]);
    await inConsole('release');
    expect((await get(1)).next_step_at).toBe(new Date(start + 30 * MINUTE_MS).toISOString());
    const { json } = await owner('GET', '/v1/audit?action=prompt.escalated');
    expect(json).toMatchObject([
      { actor: { kind: 'operator' }, resource: { id: '#1' } },
      { actor: { kind: 'operator' }, resource: { id: '#1' } },
    ]);
  });

  it('of two operators who make a step at the same time, one makes it', async () => {
    const { addPolicy, askTeam, inConsole, inTeam, get } = await startTaking(engine);
    await addPolicy({ ...policy, steps: policy.steps.slice(0, 1) });
    await askTeam({ policy: 'p', ttl_sec: 7200 });
    const replies = await Promise.all([inConsole('escalate'), inConsole('escalate'), inConsole('escalate')]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
    await until(() => inTeam().some((text) => text.startsWith('Reminder')));
    expect(inTeam().filter((text) => text.startsWith('Reminder'))).toHaveLength(1);
    expect((await get(1)).next_step_at).toBeNull();
  });
});

describe('a step before its time', () => {
  it('is refused for API keys, for an operator who may not answer, and for a prompt without a coming step or pending state', async () => {
    const { addPolicy, askTeam, inConsole, owner, inTeam } = await startTaking();
    await addPolicy(policy);
    await askTeam({ policy: 'p', ttl_sec: 7200, approvers: [{ person: 'bob' }] });
    expect((await owner('POST', '/v1/prompts/1/escalate')).status).toBe(403);
    expect(await inConsole('escalate')).toMatchObject({ status: 403, json: { code: 'not_an_approver' } });
    expect(inTeam().filter((text) => text.startsWith('Reminder'))).toEqual([]);
    await askTeam();
    expect(await inConsole('escalate', undefined, 2)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('no coming step') },
    });
    await owner('POST', '/v1/prompts/2/cancel');
    expect(await inConsole('escalate', undefined, 2)).toMatchObject({
      status: 409,
      json: { code: 'prompt_not_pending' },
    });
  });
});
