import { openTestConnection, webhookRequest } from '@gateway/platform-kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import platform from '../src/index.js';
import { startZulip } from './zulip.js';

async function open() {
  const zulip = await startZulip(null);
  onTestFinished(zulip.close);
  const { url: site, bot, key, token } = zulip;
  const host = await openTestConnection(platform, { credentials: { site, email: bot.email, key, token } });
  onTestFinished(() => host.connection.close());
  return { zulip, host };
}

it('posts direct messages, and breaks mentions in texts', async () => {
  const { zulip, host } = await open();
  expect((await host.connection.probe(zulip.ada.email)).ok).toBe(true);
  await host.connection.sendMessage({ target: zulip.ada.email, text: 'Tell @**all** and @_**Ada**' });
  expect(zulip.messages).toMatchObject([
    { to: `["${zulip.ada.email}"]`, content: 'Tell @\u200B**all** and @\u200B_**Ada**' },
  ]);
});

it('delivers a direct message for its sender only, and none of several people or of the bot', async () => {
  const { zulip, host } = await open();
  const direct = { type: 'private', display_recipient: [zulip.ada, zulip.bot] };
  const sent = [
    zulip.payload('2', direct),
    zulip.payload('3', { ...direct, display_recipient: [zulip.ada, zulip.bot, {}] }),
    zulip.payload('4', { sender_email: zulip.bot.email }),
  ];
  for (const payload of sent) {
    const reply = await host.connection.webhook?.(webhookRequest(payload));
    expect(reply).toMatchObject({ status: 200, body: { response_not_required: true } });
  }
  expect(host.events).toMatchObject([{ text: '2', targets: ['ada@zulip.example', '5'], visibility: 'private' }]);
});
