import { createPolicy, type BodyInput } from '@gateway/contract';
import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { readEvents } from '../harness/event-stream.js';
import { registerChannel } from '../harness/gateway.js';
import { startTwoChats } from '../harness/two-chats.js';
import { until } from '../harness/until.js';

type Step = NonNullable<BodyInput<typeof createPolicy>['steps']>[number];

/** A question in `approvals`, by a policy that asks in other channels after a minute. `escalated` returns its posts after that. */
async function startEscalation(
  step: Omit<Step, 'after_sec'>,
  before: (chats: Chats) => Promise<void> = async () => {},
) {
  const clock = manualClock();
  const chats = await startTwoChats({ clock });
  await before(chats);
  const { gateway, ask, get } = chats;
  await gateway.call(createPolicy, {
    body: { policy_id: 'p', name: 'Policy', steps: [{ after_sec: 60, ...step }] },
  });
  const escalated = async () => {
    const reader = await readEvents(gateway, { after: 0 });
    clock.advance(60_000);
    await until(() => {
      clock.advance(100);
      return reader.summaries().includes('prompt.escalated #1');
    });
    return (await get(1)).posts;
  };
  return { ...chats, ask: () => ask({ channels: ['approvals'], policy: 'p', ttl_sec: 7200 }), escalated };
}

type Chats = Awaited<ReturnType<typeof startTwoChats>>;

const warnings = ({ gateway }: Chats, text: string) => gateway.logLines.filter((line) => line.includes(text));

it('an escalation to a channel whose credentials are refused is recorded and logged, and the first chat answers', async () => {
  const started = await startEscalation({ channels: ['oncall'] });
  const { ask, escalated, slack, telegram, ada, get, reaches } = started;
  await ask();
  slack.revokeToken();
  expect(await escalated()).toMatchObject([{ channel_id: 'approvals' }, { channel_id: 'oncall' }]);
  await until(async () => (await get(1)).posts[1].failed !== null);
  expect((await get(1)).posts[1]).toMatchObject({ message_id: null, failed: expect.stringContaining('token_revoked') });
  expect(warnings(started, 'A post about a prompt failed')).toHaveLength(1);
  expect((await get(1)).state).toBe('pending');
  await telegram.press({ chat: ada, button: 'Yes' });
  expect(await reaches(1, 'answered')).toMatchObject({ answer: 'Yes' });
});

it('an escalation to another channel of the first chat asks again there, and an answer to either closes both', async () => {
  const { ask, escalated, telegram, ada, atAda, haveButtons, get, reaches } = await startEscalation(
    { channels: ['again', 'approvals'] },
    ({ gateway, telegram: platform, ada: chat }) => registerChannel(gateway, platform, { id: 'again', chat }),
  );
  await ask();
  await escalated();
  await until(() => atAda().length === 2);
  await until(async () => (await get(1)).posts[1].message_id !== null);
  await telegram.press({ chat: ada, message: telegram.messages({ chat: ada })[1], button: 'No' });
  expect(await reaches(1, 'answered')).toMatchObject({ answer: 'No' });
  await until(() => !haveButtons());
  expect(new Set(atAda())).toEqual(new Set(['Ship it?\n\n✅ No (Ada)']));
});

it('a refusal after an escalation names the approvers whom it added', async () => {
  const { ask, escalated, telegram, ada, gateway, reaches } = await startEscalation(
    { channels: ['again'], approvers: [{ user_id: 'boss' }] },
    async ({ gateway: at, telegram: platform, ada: chat }) => {
      await registerChannel(at, platform, { id: 'again', chat });
      await at.request('PATCH', '/v1/channels/approvals', { body: { approvers: [{ user_id: '99' }] } });
    },
  );
  await ask();
  expect((await telegram.press({ chat: ada, button: 'Yes' })).notice).toBe('Only the user 99 may answer question #1.');
  await escalated();
  expect((await telegram.press({ chat: ada, button: 'Yes', message: 1 })).notice).toBe(
    'Only the user 99, or the user boss may answer question #1.',
  );
  await gateway.request('POST', '/v1/prompts/1/cancel');
  await reaches(1, 'expired');
});
