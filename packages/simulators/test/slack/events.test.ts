/* oxlint-disable unicorn/require-post-message-target-origin -- a method of Slack, not of a window */
import { readSlackWebhook } from '@chat-adapter/slack/webhook';
import { signSlackRequest, until } from '@gateway/simulators/slack';
import { describe, expect, it } from 'vitest';
import { serve } from '../serve.js';
import { buttons, section, start } from './setup.js';

describe('Slack simulator: events', () => {
  it('are accepted by @chat-adapter/slack', async () => {
    const { sim, ops, ada, web } = await start({ events: ['message', 'app_mention'] });
    const read: Awaited<ReturnType<typeof readSlackWebhook>>[] = [];
    await sim.setRequestUrl(
      await serve(async (request) => {
        const payload = await readSlackWebhook(request, { signingSecret: sim.signingSecret });
        read.push(payload);
        return payload.kind === 'url_verification' ? Response.json({ challenge: payload.challenge }) : new Response('');
      }),
    );
    expect(read).toMatchObject([{ kind: 'url_verification' }]);

    sim.writeText({ channel: ops, user: ada, text: '@gateway are you there?' });
    await until(() => sim.events().length === 2 && sim.events().every(({ done }) => done));
    expect(read.find(({ kind }) => kind === 'app_mention')).toMatchObject({
      text: `<@${sim.app.userId}> are you there?`,
      channelId: ops.id,
      userId: ada.id,
      teamId: sim.team.id,
    });

    sim.writeText({ channel: sim.openDirect(ada), user: ada, text: 'Psst' });
    await until(() => read.some(({ kind }) => kind === 'direct_message'));

    await web.chat.postMessage({ channel: ops.id, text: 'Ship it?', blocks: [section('Ship it?'), buttons('Yes')] });
    await sim.press({ channel: ops, button: 'Yes', user: ada });
    expect(read.find(({ kind }) => kind === 'block_actions')).toMatchObject({
      actions: [{ actionId: 'choice-0', value: 'value-0' }],
      responseUrl: expect.stringContaining(sim.url),
    });
  });

  it('are rejected by @chat-adapter/slack with a foreign secret or an old timestamp', async () => {
    const body = JSON.stringify({ type: 'url_verification', challenge: 'x' });
    const read = (headers: Record<string, string>) =>
      readSlackWebhook(new Request('http://localhost/', { method: 'POST', headers, body }), { signingSecret: 'right' });
    await expect(read(signSlackRequest('wrong', body, Date.now()))).rejects.toThrow();
    await expect(read(signSlackRequest('right', body, Date.now() - 360_000))).rejects.toThrow();
    await expect(read(signSlackRequest('right', body, Date.now()))).resolves.toMatchObject({ challenge: 'x' });
  });

  it('are retried with retry headers until acknowledged, at most four attempts', async () => {
    const { sim, ops, ada } = await start({ retryMs: [1, 1, 1] });
    const retries: (string | null)[] = [];
    const url = await serve((request) => {
      retries.push(request.headers.get('x-slack-retry-num'));
      return new Response('', { status: 500 });
    });
    await sim.setRequestUrl(url);
    retries.length = 0;
    sim.writeText({ channel: ops, user: ada, text: 'Hello' });
    await until(() => sim.events()[0]?.done);
    expect(retries).toEqual([null, '1', '2', '3']);
    expect(sim.events()[0]?.attempts).toEqual(Array.from({ length: 4 }, () => ({ ok: false, status: 500 })));
  });

  it('are not retried after X-Slack-No-Retry', async () => {
    const { sim, ops, ada } = await start({ retryMs: [1] });
    await sim.setRequestUrl(await serve(() => new Response('', { status: 500, headers: { 'x-slack-no-retry': '1' } })));
    sim.writeText({ channel: ops, user: ada, text: 'Hello' });
    await until(() => sim.events()[0]?.done);
    expect(sim.events()[0]?.attempts).toHaveLength(1);
  });

  it('fail after the acknowledgement timeout, and the presser sees a warning', async () => {
    const { sim, ops, web } = await start({ ackTimeoutMs: 30 });
    await sim.setRequestUrl(await serve(() => new Promise<never>(() => {})));
    await web.chat.postMessage({ channel: ops.id, text: 'Ship it?', blocks: [buttons('Yes')] });
    expect(await sim.press({ channel: ops, button: 'Yes' })).toEqual({ ok: false, status: 0 });
  });

  it('include the messages and edits of the app, only in its channels', async () => {
    const { sim, ops, ada, web } = await start();
    const elsewhere = sim.addChannel({ withApp: false });
    sim.writeText({ channel: elsewhere, user: ada, text: 'lost' });
    const { ts = '' } = await web.chat.postMessage({ channel: ops.id, text: 'one' });
    await web.chat.update({ channel: ops.id, ts, text: 'two' });
    await web.chat.delete({ channel: ops.id, ts });
    const events = sim.events().map(({ payload }) => payload['event']);
    expect(events).toMatchObject([
      { text: 'one', bot_id: sim.app.botId },
      { subtype: 'message_changed', message: { text: 'two' }, previous_message: { text: 'one' } },
      { subtype: 'message_deleted', deleted_ts: ts },
    ]);
  });
});

describe('Slack simulator: button press', () => {
  it('requires a shown button unless stale is set, and a member of the channel', async () => {
    const { sim, ops, web } = await start();
    await sim.setRequestUrl(await serve(() => new Response('')));
    const outsider = sim.addUser();
    const { ts = '' } = await web.chat.postMessage({
      channel: ops.id,
      text: 'Ship it?',
      blocks: [buttons('Yes', 'No')],
    });
    await expect(sim.press({ channel: ops, button: 'Maybe' })).rejects.toThrow('it shows: "Yes", "No"');
    await expect(sim.press({ channel: ops, button: 'Yes', user: outsider })).rejects.toThrow('is not in');
    await web.chat.update({ channel: ops.id, ts, text: 'Shipped' });
    await expect(sim.press({ channel: ops, message: ts, button: 'Yes' })).rejects.toThrow('it shows: none');
    expect(await sim.press({ channel: ops, message: ts, button: 'Yes', stale: true })).toMatchObject({ ok: true });
  });

  it('can be answered five times within 30 minutes', async () => {
    const { sim, ops, web } = await start();
    let answers = '';
    await sim.setRequestUrl(
      await serve(async (request) => {
        const payload = JSON.parse(new URLSearchParams(await request.text()).get('payload') ?? '{}') as {
          response_url?: string;
        };
        answers = payload.response_url ?? answers;
        return new Response('');
      }),
    );
    await web.chat.postMessage({ channel: ops.id, text: 'Ship it?', blocks: [buttons('Yes')] });
    await sim.press({ channel: ops, button: 'Yes' });
    const answer = async () =>
      (await fetch(answers, { method: 'POST', body: JSON.stringify({ text: 'Thanks' }) })).status;
    expect(await Promise.all([1, 2, 3, 4, 5].map(answer))).toEqual([200, 200, 200, 200, 200]);
    expect(await answer()).toBe(404);
  });
});
