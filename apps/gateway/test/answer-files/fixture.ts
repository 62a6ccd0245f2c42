import { createHash } from 'node:crypto';
import type { PromptRecord } from '@gateway/contract';
import type { TelegramSimulatorOptions } from '@gateway/simulators/telegram';
import { startReceiver, type Receiver } from '../harness/receiver.js';
import type { Engine } from '../harness/engines.js';
import { startTwoChats } from '../harness/two-chats.js';
import { manualClock } from '../harness/clock.js';

/** The smallest picture. */
export const png = {
  name: 'photo.png',
  type: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

export const document = (name: string, bytes: string | Buffer = 'Total: 12,40 EUR\n', type = 'text/plain') => ({
  name,
  type,
  bytes: Buffer.from(bytes),
});

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Fields = Readonly<Record<string, unknown>>;

/** A chat in which Ada answers questions that allow files, and a receiver of callbacks. */
export async function startFiles({
  engine,
  env,
  platform,
}: { engine?: Engine; env?: Record<string, string>; platform?: TelegramSimulatorOptions } = {}) {
  const receiver: Receiver = await startReceiver();
  const clock = manualClock();
  const chats = await startTwoChats({
    clock,
    ...(engine && { engine }),
    ...(platform && { platform }),
    env: { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', ...env },
  });
  const { gateway, telegram, ada } = chats;
  const ask = async (body: Fields = {}): Promise<PromptRecord> => {
    const asked = await chats.gateway.request('POST', '/v1/prompts/new', {
      body: {
        channel_id: 'approvals',
        text: 'Which receipt?',
        allow_text: true,
        allow_attachments: true,
        callback_url: receiver.url,
        ...body,
      },
    });
    if (asked.status !== 200) throw new Error(asked.text);
    return await chats.get(asked.json.prompt_num);
  };
  const send = (files: readonly ReturnType<typeof document>[], { message_id }: PromptRecord, text?: string) =>
    telegram.sendFiles({
      chat: ada,
      user: ada,
      files,
      replyTo: Number(message_id),
      ...(text !== undefined && { text }),
    });
  const toldAda = () => telegram.messages({ chat: ada }).map(({ text }) => text ?? '');
  return { ...chats, clock, receiver, ask, send, toldAda, gateway };
}
