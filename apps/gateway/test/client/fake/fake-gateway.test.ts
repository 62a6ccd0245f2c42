import { describe, expect, it, vi } from 'vitest';
import { fetchCallbacks, Gateway, GatewayError, type CallbackEvent } from '@gateway/client';
import { fakeGateway, manualClock } from '@gateway/client/testing';
import { helpers } from '../frameworks/helpers.js';

const action = { name: 'deploy', args: { service: 'api', version: '1' } };
const decided = (value: string) => ({ status: 'answered', answer: { value } });

describe('the answers of fakeGateway', () => {
  it('are found by patterns for the name of the action, or for the text of a question without one', async () => {
    const { gateway } = fakeGateway({
      answers: { 'deploy*': 'approve', 'delete.*': 'reject', 'Which *': 'eu', '*': 'Perhaps' },
    });
    expect(await gateway.decide({ action: { name: 'deploy.api' } })).toMatchObject(decided('approve'));
    expect(await gateway.decide({ action: { name: 'delete.user' } })).toMatchObject(decided('reject'));
    expect(await gateway.askHuman({ text: 'Which region?', options: ['eu', 'us'] })).toMatchObject(decided('eu'));
    expect(await gateway.askHuman({ text: 'Why?' })).toMatchObject({ answer: { type: 'text', value: 'Perhaps' } });
  });

  it('are found by rules in their order, which can ask a function', async () => {
    const { gateway } = fakeGateway({
      answers: [
        { action: 'deploy', text: '*Friday*', answer: { decision: 'reject', reason: 'Not on a Friday.' } },
        { action: 'deploy', answer: ({ action: asked }) => (asked?.args?.['version'] === '1' ? 'approve' : undefined) },
      ],
    });
    const friday = await gateway.decide({ action, text: 'Deploy on Friday?' });
    expect(friday).toMatchObject({ answer: { value: 'reject', reason: 'Not on a Friday.' } });
    expect(await gateway.decide({ action })).toMatchObject(decided('approve'));
    const other = { action: { ...action, args: { ...action.args, version: '2' } } };
    expect(await gateway.decide(other, { waitSec: 0 })).toMatchObject({ status: 'pending' });
  });

  it('are given by a person of the test, and say that a question was not answered', async () => {
    const { gateway } = fakeGateway({
      answers: ({ text }) =>
        text === 'Who?' ? { text: 'Me', by: { id: '7', username: 'ada' } } : { expired: 'undeliverable' },
    });
    expect(await gateway.askHuman({ text: 'Who?' })).toMatchObject({ answeredBy: { id: '7', username: 'ada' } });
    expect(await gateway.askHuman({ text: 'What?' })).toMatchObject({ status: 'expired', reason: 'undeliverable' });
  });

  it('end the call of the agent at once when no person could give them', async () => {
    const { gateway } = fakeGateway({
      answers: ({ text }) => {
        if (text === 'Throw?') throw new Error('a mistake');
        return { decision: 'edit', args: {} };
      },
    });
    const asked = gateway.decide({ action });
    await expect(asked).rejects.toThrow('"edit" is no answer to #1, which takes "approve", "reject"');
    await expect(asked).rejects.toBeInstanceOf(GatewayError);
    await expect(gateway.askHuman({ text: 'Throw?' })).rejects.toThrow('a mistake');
  });
});

describe('a test that answers by hand', () => {
  it('waits for the question and answers it, once', async () => {
    const fake = fakeGateway();
    const asking = fake.gateway.decide({ action });
    expect(await fake.asked('deploy')).toMatchObject({ id: '#1', action, state: 'pending' });
    await fake.answer('deploy', 'approve');
    expect(await asking).toMatchObject(decided('approve'));
    await expect(fake.answer('#1', 'reject')).rejects.toThrow('#1 is answered, not open.');
    await expect(fake.answer('restart', 'approve')).rejects.toThrow('no question "restart". There are: #1 deploy.');
  });

  it('learns what no person could answer', async () => {
    const fake = fakeGateway();
    await fake.gateway.createPrompt({ text: 'Ship it?', options: ['Yes', 'No'] });
    await expect(fake.answer(1, 'Perhaps')).rejects.toThrow('"Perhaps" is no answer to #1, which takes "Yes", "No".');
    await expect(fake.answer(1, { text: 'Perhaps' })).rejects.toThrow('is no answer to #1');
    expect(await fake.answer(1, 'No')).toMatchObject({ answer: 'No' });
  });

  it('sees the records and the requests, which later changes do not alter', async () => {
    const fake = fakeGateway({ channels: { ops: 'PROMPT', talk: 'MESSAGE' } });
    const { gateway } = fake;
    await gateway.createPrompt({ text: 'Ship it?', options: ['Yes'] }, { idempotencyKey: 'release' });
    const [before] = fake.prompts;
    await fake.answer(1, 'Yes');
    expect([before, fake.prompts[0]]).toMatchObject([
      { channel_id: 'ops', state: 'pending' },
      { channel_id: 'ops', state: 'answered' },
    ]);
    expect(fake.calls).toMatchObject([{ method: 'POST', path: '/v1/prompts/new', idempotencyKey: 'release' }]);
    await gateway.sendMessage({ channel_id: 'talk', text: 'Done.' });
    expect(fake.messages).toMatchObject([{ direction: 'outbound', text: 'Done.' }]);
  });

  it('writes to an agent that listens', async () => {
    const fake = fakeGateway();
    const stop = new AbortController();
    const listening = fake.gateway.onMessage(
      async ({ channel_id, text }) => {
        await fake.gateway.sendMessage({ channel_id, text: `You wrote: ${text}` });
        stop.abort();
      },
      { signal: stop.signal },
    );
    await fake.advance(300_000);
    fake.write('talk', 'Hello');
    await listening;
    expect(fake.messages.map(({ text }) => text)).toEqual(['Hello', 'You wrote: Hello']);
  });
});

describe('the time of fakeGateway', () => {
  it('stands still until the test turns it', async () => {
    const fake = fakeGateway();
    const asking = fake.gateway.askHuman({ text: 'Ship it?', ttl_sec: 3600 });
    await fake.asked();
    await fake.advance(3_599_000);
    expect(fake.prompts).toMatchObject([{ state: 'pending' }]);
    await fake.advance(1000);
    expect(await asking).toMatchObject({ status: 'expired', reason: 'ttl' });
  });

  it('ends a wait before the question expires', async () => {
    const fake = fakeGateway();
    const asking = fake.gateway.askHuman({ text: 'Ship it?' }, { waitSec: 600 });
    await fake.asked();
    await fake.advance(600_000);
    expect(await asking).toEqual({ status: 'pending', promptId: '#1' });
    fake.expire('#1');
    expect(await fake.gateway.waitForAnswer('#1')).toMatchObject({ status: 'expired', reason: 'ttl' });
  });

  it('lets an approval lapse', async () => {
    const fake = fakeGateway({ answers: () => 'approve' });
    await fake.gateway.decide({ action, consume_within_sec: 60 });
    await fake.advance(61_000);
    await expect(fake.gateway.consume('#1', { action })).rejects.toMatchObject({ code: 'approval_lapsed' });
  });

  it('lets a wait for words end that no one gives', async () => {
    const fake = fakeGateway({ answers: () => ({ decision: 'reject', reason: null }) });
    let isOver = false;
    const asking = fake.gateway.decide({ action, reason_wait_sec: 30 }).finally(() => (isOver = true));
    await fake.advance(29_000);
    expect(isOver).toBe(false);
    await fake.advance(2000);
    expect(await asking).toMatchObject({ answer: { value: 'reject', reason: null } });
  });

  it('is that of retries: a second note within 10 s is made when they are over', async () => {
    const fake = fakeGateway({ answers: () => 'approve' });
    await fake.gateway.decide({ action });
    await fake.gateway.addNote('#1', { kind: 'progress', text: 'It begins.' });
    const second = fake.gateway.addNote('#1', { kind: 'done', text: 'It is done.' });
    await fake.advance(10_000);
    expect(await second).toMatchObject({ text: 'It is done.' });
    expect(fake.prompts[0]?.notes).toHaveLength(2);
  });

  it('can be shared, and does not depend on timers that the test replaces', async () => {
    vi.useFakeTimers();
    try {
      const clock = manualClock(Date.UTC(2030, 0, 1));
      const fakes = [fakeGateway({ clock }), fakeGateway({ clock })];
      const asking = fakes.map(({ gateway }) => gateway.askHuman({ text: 'Ship it?', ttl_sec: 60 }));
      for (const fake of fakes) await fake.asked();
      await clock.advance(60_000);
      expect(await Promise.all(asking)).toMatchObject([{ status: 'expired' }, { status: 'expired' }]);
      expect(fakes[0]?.prompts[0]?.created_at).toBe('2030-01-01T00:00:00.000Z');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('fakeGateway', () => {
  it('serves a client that the agent makes', async () => {
    const fake = fakeGateway({ answers: () => 'Yes', channels: { ops: 'PROMPT', qa: 'PROMPT' } });
    const gateway = new Gateway({ ...fake.options, channel: 'qa', apiKey: 'any key' });
    expect(await gateway.askHuman({ text: 'Ship it?', options: ['Yes'] })).toMatchObject(decided('Yes'));
    expect(fake.prompts).toMatchObject([{ channel_id: 'qa' }]);
    await expect(gateway.askHuman({ text: 'Ship it?', channel_id: 'hr' })).rejects.toMatchObject({
      code: 'channel_not_found',
    });
  });

  it('says which route it does not have', async () => {
    const { gateway } = fakeGateway();
    for (const [method, path] of [
      ['GET', '/v1/channels'],
      ['POST', '/v1/prompts/1/answer'],
      ['PATCH', '/v1/settings'],
      ['GET', '/v1/prompts?q=deploy'],
    ] as const)
      await expect(gateway.request({ method, path })).rejects.toMatchObject({
        status: 501,
        message: expect.stringContaining(`fakeGateway does not have ${method} ${path}`),
      });
  });

  it('takes back an approval that was not used', async () => {
    const fake = fakeGateway({ answers: () => 'approve' });
    await fake.gateway.decide({ action });
    fake.withdraw('deploy');
    await expect(fake.gateway.consume('#1', { action })).rejects.toMatchObject({ code: 'approval_withdrawn' });
    expect(() => fake.withdraw('deploy')).toThrow('is used or taken back');
  });

  it('attaches a file, and takes the fields of a form', async () => {
    const fake = fakeGateway({ answers: () => 'approve' });
    await fake.gateway.decide({ action, ttl_sec: 60 }, { file: new Blob(['plan'], { type: 'text/plain' }) });
    expect(fake.calls[0]?.body).toMatchObject({ action, ttl_sec: 60, file: 'blob' });
    expect(fake.prompts).toMatchObject([{ action, state: 'answered' }]);
  });

  it('lets a call be aborted, which cancels the question where that is wanted', async () => {
    const fake = fakeGateway();
    const stop = new AbortController();
    const options = { signal: stop.signal, cancelOnAbort: true };
    const asking = fake.gateway.askHuman({ text: 'Ship it?' }, options);
    await fake.asked();
    stop.abort(new Error('The agent stops.'));
    await expect(asking).rejects.toThrow('The agent stops.');
    expect(fake.prompts).toMatchObject([{ state: 'expired', closed_reason: 'cancelled' }]);
  });

  it('asks two simultaneous calls with the same key once', async () => {
    const fake = fakeGateway({ answers: () => 'approve' });
    const decide = () => fake.gateway.decide({ action }, { idempotencyKey: 'release' });
    const [first, second] = await Promise.all([decide(), decide()]);
    expect(second).toEqual(first);
    expect(fake.prompts).toHaveLength(1);
  });

  it('signs callbacks for the receiver of the agent', async () => {
    const fake = fakeGateway({ answers: () => 'approve' });
    const received: CallbackEvent[] = [];
    const handle = fetchCallbacks({ secret: fake.secret, on: { 'prompt.answered': (event) => received.push(event) } });
    await fake.gateway.createPrompt({
      text: 'Ship it?',
      action,
      decisions: ['approve'],
      callback_url: 'http://agent.test/answers',
    });
    const { url, headers, body } = await fake.callback('#1');
    const post = (changed: string) => handle(new Request(url ?? '', { method: 'POST', headers, body: changed }));
    expect((await post(body)).status).toBe(204);
    expect((await post(`${body} `)).status).toBe(401);
    expect(received).toMatchObject([{ prompt_id: '#1', answer: { value: 'approve', args: action.args } }]);
    expect((await fake.callback('#1')).headers['webhook-id']).toBe(headers['webhook-id']);
  });

  it('has no callback about a question that is open, or that has no callback_url', async () => {
    const fake = fakeGateway();
    await fake.gateway.createPrompt({ text: 'Ship it?', callback_url: 'http://agent.test/answers' });
    await fake.gateway.createPrompt({ text: 'Ship it?' });
    await expect(fake.callback('#1')).rejects.toThrow('#1 is pending');
    await expect(fake.callback('#2')).rejects.toThrow('#2 has no callback_url');
    fake.expire('#1');
    await expect(fake.callback('#1')).rejects.toThrow('without notify_on_expiry');
  });
});

describe.each(Object.entries(helpers))('with fakeGateway, the helper for %s', (_name, ask) => {
  it('lets an approved call run once', async () => {
    const { gateway } = fakeGateway({ answers: { bash: 'approve' } });
    expect(await ask(gateway, 'ls')).toMatchObject({ mayRun: true });
    expect(await ask(gateway, 'ls')).toMatchObject({ mayRun: false });
  });

  it('tells the model the words of a rejection', async () => {
    const { gateway } = fakeGateway({ answers: { bash: { decision: 'reject', reason: 'Not on a Friday.' } } });
    expect(await ask(gateway, 'ls')).toEqual({ mayRun: false, words: expect.stringContaining('Not on a Friday.') });
  });
});
