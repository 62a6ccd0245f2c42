import { createChannel } from '@gateway/contract';
import {
  accountKey,
  definePlatform,
  PLATFORM_API_VERSION,
  PlatformError,
  type ChoiceCapabilities,
  type Capabilities,
  type ConnectionContext,
  type InboundEvent,
  type OutboundMessage,
  type Outcome,
  type Posted,
  type Question,
} from '@gateway/platform-kit';
import { z } from 'zod';
import { adapterFolder } from './adapter-folder.js';
import type { Engine } from './engines.js';
import { startTestGateway, type TestGateway } from './gateway.js';
import { until } from './until.js';

/** A message of the bot in the chat. */
export interface Shown {
  readonly id: string;
  readonly text: string;
  readonly message: OutboundMessage | Question;
}

/** A chat on a platform without buttons, in this process. It posts a message once for each idempotency key. */
export class ChatWithoutButtons {
  readonly shown: Shown[] = [];
  /** The keys of all attempts to post. */
  readonly keys: (string | undefined)[] = [];
  readonly target = 'room';
  /** Makes the answer to the next post get lost, after the message was posted. `named`: the error names the message; `refused`: it does,
   * and says that the platform refused it. */
  losesNext: boolean | 'named' | 'refused' = false;
  /** Who sees the gateway's replies. */
  visibility: 'private' | 'chat' = 'private';
  /** The thread in which people write. Undefined: in none. */
  thread: string | undefined;
  #context: ConnectionContext | null = null;
  #ids = 0;
  #byKey = new Map<string, string>();

  get isConnected(): boolean {
    return this.#context !== null;
  }

  /** A person writes a text, as a native reply to the message `replyTo` if given. */
  async write(name: string, text: string, replyTo: string | null = null): Promise<Outcome> {
    const { thread } = this;
    const said = { messageId: this.#newId(), text, replyTo, ...(thread !== undefined && { thread }) };
    return await this.#deliver({ kind: 'text', ...this.#common(name), ...said });
  }

  /** A person chooses by a reaction or in a poll. */
  async choose(name: string, messageId: string, place: number): Promise<Outcome> {
    return await this.#deliver({ kind: 'choice', ...this.#common(name), messageId, place });
  }

  /** The platform reports that a message did not reach one of several people in the chat. */
  async reportMissed(id: string, problem: string): Promise<void> {
    const { target } = this;
    await this.#context?.reportDeliveries([{ targets: [target], message: { id }, state: 'partly_failed', problem }]);
  }

  /** Waits until the bot has posted a text, and returns the newest message that contains it. */
  async reads(part: string): Promise<Shown> {
    return await until(() => this.shown.findLast(({ text }) => text.includes(part)));
  }

  connect(context: ConnectionContext) {
    // Only the connection that has the stream receives events.
    const started = () => void (this.#context = context);
    return {
      probe: async () => ({ ok: true, account: { id: 'bot', name: 'Bot' }, target: null, problems: [] }),
      sendMessage: async (message: OutboundMessage) => this.#post(message, message.text),
      sendPrompt: async (question: Question) => this.#post(question, question.texts.join('\n')),
      async start({ signal, onUp }: { signal: AbortSignal; onUp: () => void }) {
        started();
        onUp();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
      close: async () => {},
    };
  }

  #common(name: string) {
    const { target, visibility } = this;
    return {
      id: this.#newId(),
      targets: [target] as [string],
      visibility,
      sender: { id: `id-${name}`, username: null, name },
    };
  }

  async #deliver(event: InboundEvent): Promise<Outcome> {
    const [outcome] = (await this.#context?.deliver([event])) ?? [];
    if (!outcome) throw new Error('The gateway has not connected.');
    return outcome;
  }

  #post(message: OutboundMessage | Question, text: string): Posted {
    const { idempotencyKey: key } = message;
    this.keys.push(key);
    const known = key === undefined ? undefined : this.#byKey.get(key);
    const id = known ?? this.#newId();
    if (known === undefined) this.shown.push({ id, text, message });
    if (key !== undefined) this.#byKey.set(key, id);
    if (this.losesNext) {
      const how = this.losesNext;
      this.losesNext = false;
      const code = how === 'refused' ? 'invalid' : 'unavailable';
      throw new PlatformError(code, 'The answer was lost.', how === true ? {} : { messageIds: [id] });
    }
    return { messageId: id, messageIds: [id], ref: null };
  }

  #newId = () => `m${(this.#ids += 1)}`;
}

const registry = globalThis as { chatsWithoutButtons?: Map<string, unknown> };

/** A gateway with the PROMPT channel `ops` in a chat where people choose as `choices` says. */
export async function startChatWithoutButtons(
  choices: ChoiceCapabilities & Pick<Capabilities, 'deliveryReports'>,
  engine?: Engine,
): Promise<{ chat: ChatWithoutButtons; gateway: TestGateway }> {
  const chat = new ChatWithoutButtons();
  const key = accountKey(String(performance.now()));
  const platform = definePlatform({
    apiVersion: PLATFORM_API_VERSION,
    id: 'irc',
    name: 'IRC',
    icon: '<svg/>',
    credentials: z.object({ token: z.string().meta({ title: 'Token', help: 'A token.', secret: true }) }),
    target: { title: 'Channel', placeholder: '#ops', help: 'The channel.' },
    capabilities: {
      webhook: 'none',
      stream: 'socket',
      ...choices,
      text: { max: 450 },
      media: { url: false, bytes: false },
      edit: 'none',
      threads: false,
      ackWithin: 1000,
    },
    endpoints: {},
    guide: async () => 'How to set it up',
    account: ({ token }) => accountKey(token),
    connect: async (context) => chat.connect(context),
  });
  (registry.chatsWithoutButtons ??= new Map()).set(key, platform);
  const declared = { gatewayPlatform: { apiVersion: PLATFORM_API_VERSION, id: 'irc', name: 'IRC' } };
  const source = `export default globalThis.chatsWithoutButtons.get(${JSON.stringify(key)});`;
  const folder = await adapterFolder(declared, source);
  const gateway = await startTestGateway({ env: { PLATFORM_PACKAGES: folder }, ...(engine && { engine }) });
  await gateway.call(createChannel, {
    body: {
      channel_id: 'ops',
      platform: 'irc',
      target_chat_id: chat.target,
      channel_type: 'PROMPT',
      credentials: { token: 'a token' },
    },
  });
  await until(() => chat.isConnected);
  return { chat, gateway };
}
