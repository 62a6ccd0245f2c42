import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createPolicy } from '@gateway/contract';
import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { sqlite } from '../harness/engines.js';
import { formWith } from '../harness/files.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

/** A question with a file in the chats of Ada and Bob. Bob's platform does not take it at the first attempt. */
async function start() {
  const { telegram, env: platform } = await startTelegram();
  const env = { ...(await sqlite.empty()), ...platform };
  const clock = manualClock();
  const gateway = await startTestGateway({ env, clock });
  const [ada, bob] = [telegram.addUser({ firstName: 'Ada' }), telegram.addUser({ firstName: 'Bob' })];
  await registerChannel(gateway, telegram, { id: 'ada', chat: ada });
  await registerChannel(gateway, telegram, { id: 'bob', chat: bob });
  const ask = async (fields: Record<string, string>) => {
    const { status, json } = await gateway.request('POST', '/v1/prompts/new', {
      body: formWith(
        { text: 'Is it right?', options: '["Yes","No"]', ...fields },
        { bytes: 'a plan', name: 'plan.txt' },
      ),
    });
    expect(status).toBe(200);
    return json;
  };
  const fail = () => {
    const when = ({ chat_id }: Record<string, unknown>) => String(chat_id) === String(bob.id);
    telegram.failNext('sendDocument', { error: { code: 502, description: 'Bad Gateway' }, times: 2, when });
  };
  return {
    env,
    clock,
    gateway,
    ask,
    fail,
    post: async (at = gateway) => (await at.request('GET', '/v1/prompts/1')).json.posts[1],
    spooled: () => readdir(path.join(env.DATA_DIR ?? '', 'spool')),
    ofBob: () => telegram.messages({ chat: bob }),
  };
}

it('a file that a further chat does not take at first is posted there later, and then deleted', async () => {
  const { ask, fail, clock, ofBob, post, spooled } = await start();
  fail();
  expect((await ask({ channels: '["ada","bob"]' })).warnings).toMatchObject([
    { code: 'not_posted', message: expect.stringContaining('It is tried again.') },
  ]);
  expect(ofBob()).toEqual([]);
  expect(await spooled()).toHaveLength(1);
  await until(() => {
    clock.advance(1000);
    return ofBob().length > 0;
  });
  expect(ofBob()).toMatchObject([{ document: { file_name: 'plan.txt' }, caption: 'Is it right?' }]);
  await until(async () => (await post()).message_id !== null);
  expect(await post()).toMatchObject({ failed: null });
  await until(async () => (await spooled()).length === 0);
});

it('a question is not posted without its file after a restart, and its post says why', async () => {
  const { ask, fail, gateway, ofBob, post, spooled, env } = await start();
  fail();
  await ask({ channels: '["ada","bob"]' });
  await gateway.stop();
  expect(await spooled()).toEqual([]);
  const clock = manualClock();
  clock.skip(120_000);
  const restarted = await startTestGateway({ env, clock });
  await until(async () => {
    clock.advance(1000);
    return /no longer stored/.test((await post(restarted)).failed);
  });
  expect(ofBob()).toEqual([]);
});

it('a question with a file that is escalated says where the file is', async () => {
  const { ask, clock, gateway, ofBob } = await start();
  const steps = [{ after_sec: 60, channels: ['bob'] }];
  await gateway.call(createPolicy, { body: { policy_id: 'p', name: 'Policy', steps } });
  await ask({ channel_id: 'ada', policy: 'p', ttl_sec: '7200' });
  clock.advance(60_000);
  await until(() => {
    clock.advance(100);
    return ofBob().length > 0;
  });
  expect(ofBob()[0]?.text).toContain('The file of this question is only in the chat where it was asked first.');
});
