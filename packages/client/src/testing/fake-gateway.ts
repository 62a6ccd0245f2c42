import type { GatewayOptions } from '../connection.js';
import { Gateway } from '../gateway.js';
import type { Message, Prompt } from '../generated/contract.js';
import { isNamed, type Answers, type GivenAnswer, type Which } from './answers.js';
import { eventOf, messageEvent, signed, type FakeCallback } from './callbacks.js';
import { withdraw, write, type Writer } from './changes.js';
import { manualClock, type ManualClock } from './clock.js';
import { copyOf } from './records.js';
import { testMistake } from './refusal.js';
import type { FakeCall } from './requests.js';
import { Routes } from './routes.js';
import { State, type Asked } from './state.js';

export interface FakeGatewayOptions {
  /** What people answer as soon as a question is asked. A question without an answer stays pending. Default: all do. */
  readonly answers?: Answers;
  /** The channels that exist. Default: every id is a channel. */
  readonly channels?: Readonly<Record<string, 'PROMPT' | 'MESSAGE'>>;
  /** The channel of questions that name none. Default: the first one of type PROMPT, or `approvals`. */
  readonly channel?: string;
  /** Default: one that begins at the present. */
  readonly clock?: ManualClock;
  /** Signs callbacks. Default: `the secret of the fake gateway`. */
  readonly secret?: string;
}

/** A gateway for the tests of an agent, in this process. It makes no request to a network, and its time stands still. */
export class FakeGateway {
  /** The client for the agent. */
  readonly gateway: Gateway;
  /** For an agent that makes its own client: `new Gateway({ ...fake.options, channel })`. */
  readonly options: GatewayOptions;
  readonly clock: ManualClock;
  readonly secret: string;
  readonly #state: State;
  readonly #routes: Routes;
  readonly #eventIds = new Map<string, string>();

  constructor({ answers = {}, channels, channel, clock, secret }: FakeGatewayOptions) {
    this.clock = clock ?? manualClock();
    this.secret = secret ?? 'the secret of the fake gateway';
    const first = Object.entries(channels ?? { approvals: 'PROMPT' }).find(([, type]) => type === 'PROMPT');
    const defaultChannel = channel ?? first?.[0] ?? null;
    this.#state = new State({ clock: this.clock, answers, channels: channels ?? null, defaultChannel });
    this.#routes = new Routes(this.#state);
    this.options = { url: 'http://gateway.test', fetch: this.#routes.fetch, clock: this.clock };
    this.gateway = new Gateway(this.options);
  }

  /** What was asked, as the API has it now, the oldest first. */
  get prompts(): Prompt[] {
    return this.#state.prompts.map(({ record }) => copyOf(record));
  }

  /** What the agent sent and people wrote, the oldest first. */
  get messages(): Message[] {
    return copyOf(this.#state.messages);
  }

  /** All requests, the oldest first. */
  get calls(): readonly FakeCall[] {
    return this.#routes.calls;
  }

  /** Resolves with an open question when there is one. */
  async asked(which: Which = () => true): Promise<Prompt> {
    for (;;) {
      const open = this.#open(which);
      if (open) return copyOf(open.record);
      await new Promise<void>((resolve) => {
        const stop = this.#state.listen((type) => {
          if (type !== 'prompt.created') return;
          stop();
          resolve();
        });
      });
      // The answers of the test come after the question.
      await this.advance(0);
    }
  }

  /** Answers an open question. Rejects when there is none, or when no person could give this answer. */
  async answer(which: Which, given: GivenAnswer): Promise<Prompt> {
    const asked = this.#requireOpen(which);
    await this.#state.answer(asked, given);
    return copyOf(asked.record);
  }

  /** Closes an open question without an answer: its time is over, or it did not reach the chat. */
  expire(which: Which, reason: 'ttl' | 'undeliverable' = 'ttl'): Prompt {
    const asked = this.#requireOpen(which);
    this.#state.expire(asked, reason);
    return copyOf(asked.record);
  }

  /** Takes back an approval that was not used yet. */
  withdraw(which: Which): Prompt {
    const asked = this.#require(which);
    withdraw(this.#state, asked);
    return copyOf(asked.record);
  }

  /** Writes a text as a person in a MESSAGE channel. */
  write(channelId: string, text: string, by: Writer = { id: 'tester', username: 'tester' }): Message {
    return write(this.#state, channelId, text, by);
  }

  /** Turns the time: questions expire, waits end, approvals lapse, retries are made. Resolves when the client has gone on. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
  }

  /** The newest callback about a question, or that of a message which a person wrote, as the gateway posts it. */
  async callback(about: Which | Prompt | Message): Promise<FakeCallback> {
    if (typeof about !== 'object' || 'prompt_num' in about) {
      const asked = this.#require(typeof about === 'object' ? about.id : about);
      return await signed(eventOf(asked, this.#eventIds), asked.record.callback_url, this.secret);
    }
    const written = this.#state.messages.filter(
      ({ direction, channel_id }) => direction === 'inbound' && channel_id === about.channel_id,
    );
    return await signed(messageEvent(about, written.findIndex(({ id }) => id === about.id) + 1), null, this.secret);
  }

  #open(which: Which): Asked | undefined {
    return this.#state.prompts.find(({ record }) => record.state === 'pending' && isNamed(which, record));
  }

  #requireOpen(which: Which): Asked {
    const open = this.#open(which);
    if (open) return open;
    const { record } = this.#require(which);
    throw testMistake(`${record.id} is ${record.state}, not open.`);
  }

  #require(which: Which): Asked {
    const asked = this.#state.prompts.find(({ record }) => isNamed(which, record));
    if (asked) return asked;
    const named = typeof which === 'function' ? 'for which the function is true' : JSON.stringify(which);
    const known = this.#state.prompts.map(({ record }) => `${record.id} ${record.action?.name ?? record.text}`);
    throw testMistake(`there is no question ${named}. There are: ${known.join(', ') || 'none'}.`);
  }
}

/** A gateway for the tests of an agent: `fake.gateway` is the client, and people answer as the test says. */
export function fakeGateway(options: FakeGatewayOptions = {}): FakeGateway {
  return new FakeGateway(options);
}
