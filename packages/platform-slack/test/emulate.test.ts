import { createServer, type AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import { WebClient } from '@slack/web-api';
import { expect, it, onTestFinished } from 'vitest';
import { sampleQuestion } from '@gateway/platform-kit/testing';
import { connect } from './harness.js';

/** A third party's Slack emulator. It stores messages, and checks neither tokens nor blocks. */
async function startEmulator() {
  const server = createServer().listen(0);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const emulator = await createEmulator({ service: 'slack', port });
  onTestFinished(() => emulator.close());
  const web = new WebClient('xoxb-test', { slackApiUrl: `${emulator.url}/api/` });
  const { channels } = await web.conversations.list();
  return { url: emulator.url, web, channel: channels?.[0]?.id ?? '' };
}

it('posts, replies in a thread and closes a question on a third-party Slack emulator', async () => {
  const { url, web, channel } = await startEmulator();
  const { connection } = await connect({ api: url, credentials: { bot_token: 'xoxb-test' } });
  expect(await connection.probe(channel)).toMatchObject({ ok: true, target: { id: channel } });

  const posted = await connection.sendPrompt(sampleQuestion({ target: channel, texts: ['Deploy & go?'] }));
  const reply = await connection.sendMessage({ target: channel, text: 'Soon.', replyTo: posted.messageId });
  const { messages: thread = [] } = await web.conversations.replies({ channel, ts: posted.messageId });
  expect(thread.map(({ ts, text }) => [ts, text])).toEqual([
    [posted.messageId, 'Deploy &amp; go?'],
    [reply.messageId, 'Soon.'],
  ]);

  await connection.closePrompt!({ ...posted, target: channel, text: 'Deploy & go?\n\nYes', notice: 'Yes' });
  const { messages = [] } = await web.conversations.history({ channel });
  expect(messages.find(({ ts }) => ts === posted.messageId)?.text).toBe('Deploy &amp; go?\n\nYes');
});
