/* oxlint-disable unicorn/require-post-message-target-origin -- a method of Slack, not of a window */
import type { AddressInfo } from 'node:net';
import { App } from '@slack/bolt';
import { shownText, until, type SlackSimulator } from '@gateway/simulators/slack';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buttons, quiet, section, start } from './setup.js';

type Mode = 'by Request URL' | 'by Socket Mode';

const modal = {
  type: 'modal' as const,
  callback_id: 'why',
  private_metadata: 'm1',
  title: { type: 'plain_text' as const, text: 'Reject' },
  submit: { type: 'plain_text' as const, text: 'Send' },
  blocks: [
    section('Deploy?'),
    {
      type: 'input' as const,
      block_id: 'reason',
      label: { type: 'plain_text' as const, text: 'Why?' },
      element: { type: 'plain_text_input' as const, action_id: 'text', initial_value: 'because', max_length: 9 },
    },
  ],
};

/** A small Bolt app that posts a question and answers presses and texts. */
async function startApp(sim: SlackSimulator, mode: Mode) {
  const app = new App({
    token: sim.botToken,
    signingSecret: sim.signingSecret,
    logger: quiet,
    clientOptions: { slackApiUrl: `${sim.url}/api/` },
    ...(mode === 'by Socket Mode' && { socketMode: true, appToken: sim.appToken }),
  });
  const received: string[] = [];
  app.message(async ({ message, say }) => {
    if (message.subtype !== undefined) return;
    received.push(message.text ?? '');
    await say({ text: `You said ${message.text}`, thread_ts: message.ts });
  });
  app.action(/choice/, async ({ ack, body, action, respond, client }) => {
    await ack();
    if (body.type !== 'block_actions' || action.type !== 'button') return;
    await client.chat.update({
      channel: body.channel?.id ?? '',
      ts: body.message?.['ts'] ?? '',
      text: 'closed',
      blocks: [section('closed')],
    });
    await respond({ response_type: 'ephemeral', replace_original: false, text: `You chose ${action.value}` });
  });
  app.action('choice-1', async ({ body, client }) => {
    if (body.type !== 'block_actions' || body.message?.text !== 'Why?') return;
    await client.views.open({ trigger_id: body.trigger_id, view: modal });
  });
  app.view('why', async ({ ack, view }) => {
    const reason = view.state.values['reason']?.['text']?.value ?? '';
    received.push(`${view.private_metadata}: ${reason}`);
    if (reason === 'no') await ack({ response_action: 'errors', errors: { reason: 'Write more.' } });
    else await ack();
  });
  app.command('/deploy', async ({ ack, command }) => await ack(`You wrote ${command.text}`));
  const server = await app.start(0);
  onTestFinished(async () => void (await app.stop()));
  if (mode === 'by Request URL') {
    const { port } = (server as { address(): AddressInfo }).address();
    expect(await sim.setRequestUrl(`http://127.0.0.1:${port}/slack/events`)).toMatchObject({ ok: true });
  } else await until(() => sim.sockets() === 1);
  return { app, received };
}

describe.each(['by Request URL', 'by Socket Mode'] as const)('Slack simulator with Bolt, %s', (mode) => {
  it('posts a question, receives the press, edits the message and posts an ephemeral message', async () => {
    const { sim, ops, ada } = await start();
    const { app } = await startApp(sim, mode);
    const posted = await app.client.chat.postMessage({
      channel: ops.id,
      text: 'Ship it?',
      blocks: [section('Ship it?'), buttons('Yes', 'No')],
    });
    expect(await sim.press({ channel: ops, button: 'No', user: ada })).toMatchObject({ ok: true });
    expect(await sim.waitForNotice()).toEqual({
      channel: ops.id,
      user: ada.id,
      text: 'You chose value-1',
      via: 'response_url',
    });
    const [message] = sim.messages(ops);
    expect([message?.ts, shownText(message!)]).toEqual([posted.ts, 'closed']);
  });

  it('opens a modal in answer to a press, and receives its submissions', async () => {
    const { sim, ops, ada } = await start();
    const { app, received } = await startApp(sim, mode);
    await app.client.chat.postMessage({
      channel: ops.id,
      text: 'Why?',
      blocks: [section('Why?'), buttons('Yes', 'No')],
    });
    await sim.press({ channel: ops, button: 'No', user: ada });
    await until(() => sim.modal(ada) !== null);
    expect(sim.modal(ada)).toMatchObject({
      title: 'Reject',
      text: 'Deploy?',
      inputs: [{ blockId: 'reason', label: 'Why?', value: 'because', required: true, multiline: false, maxLength: 9 }],
    });
    expect(await sim.submit({ user: ada, values: ['no'] })).toMatchObject({ ok: true });
    expect(sim.modal(ada)?.errors).toEqual({ reason: 'Write more.' });
    await expect(sim.submit({ user: ada, values: [''] })).rejects.toThrow('"Why?" is required');
    await expect(sim.submit({ user: ada, values: ['0123456789'] })).rejects.toThrow('accepts 9 characters');
    expect(await sim.submit({ user: ada, values: ['too risky'] })).toMatchObject({ ok: true });
    expect(sim.modal(ada)).toBeNull();
    expect(received).toEqual(['m1: no', 'm1: too risky']);
  });

  it('answers a slash command, which only the person sees', async () => {
    const { sim, ops, ada } = await start();
    await startApp(sim, mode);
    expect(await sim.command({ channel: ops, user: ada, command: '/deploy', text: 'now' })).toEqual({
      ok: true,
      status: 200,
      shown: 'You wrote now',
    });
    expect(await sim.command({ channel: ops, user: ada, command: '/unknown' })).toMatchObject({ shown: null });
  });

  it('receives the texts of people, and not its own', async () => {
    const { sim, ops, ada } = await start();
    const { received } = await startApp(sim, mode);
    const written = sim.writeText({ channel: ops, user: ada, text: 'Hello & good day' });
    const answer = await sim.waitForMessage(({ text }) => text === 'You said Hello &amp; good day');
    expect(answer.thread_ts).toBe(written.ts);
    await until(() => sim.events().length === 2 && sim.events().every(({ done }) => done));
    expect(received).toEqual(['Hello &amp; good day']);
  });
});

it('Slack simulator with Bolt in Socket Mode: continues after a requested reconnect', { tags: ['slow'] }, async () => {
  const { sim, ops, ada } = await start();
  const { received } = await startApp(sim, 'by Socket Mode');
  sim.refreshSockets();
  await until(() => sim.sockets() === 0);
  sim.writeText({ channel: ops, user: ada, text: 'meanwhile' });
  await until(() => received.length > 0, { timeoutMs: 12_000 });
  expect(received).toEqual(['meanwhile']);
});
