import { setTimeout as delay } from 'node:timers/promises';
import { createChannel, createPrompt, GatewayError } from '@gateway/contract';
import type { TelegramSimulator } from '@gateway/simulators/telegram';
import { startReceiver, type Received, type Receiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { gather, type Asker, type Person } from './crowd.js';
import { allPrompts } from './ledger.js';
import type { Random } from './random.js';

/** What a person did, and what came back. */
interface Deed {
  /** The question, by its text. */
  readonly question: string;
  readonly value: string;
  /** What the person was shown; null: nothing. */
  readonly told: Promise<string | null>;
}

interface Place {
  readonly channel: string;
  readonly chat: { readonly id: number };
  readonly people: readonly Person[];
}

/** Chats full of people who answer what an agent asks there, and all that the agent and they were told. */
export interface Town {
  readonly chats: readonly [Place, ...Place[]];
  readonly receiver: Receiver;
  /** Callbacks that the receiver took. */
  readonly delivered: readonly Received[];
  /** Prompt ids by the texts of the questions that were acknowledged. */
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly deeds: readonly Deed[];
  /** Requests that ended without an answer. */
  readonly interrupted: number;
  /** How many of them were repeated with their key, and then got one. */
  readonly continued: number;
  /** Presses whose outcome was shown. */
  readonly noticed: number;
  /** Questions and answers in every chat until the end; what an earlier gateway did not acknowledge is repeated. */
  begin(gateway: Asker, round: number): { end(): Promise<void> };
  /** Repeats what was not acknowledged, and has all its messages pressed. */
  repeatInterrupted(gateway: Asker): Promise<void>;
  /** From now on the receiver takes everything. */
  calm(): void;
}

const OPTIONS = ['Yes', 'No', 'Later'];
/** How long a person looks at the spinner. */
const PATIENCE_MS = 4000;

/** Registers four private chats and four groups; the receiver fails one time in ten. */
export async function startTown(gateway: Asker, telegram: TelegramSimulator, random: Random): Promise<Town> {
  const delivered: Received[] = [];
  const acknowledged = new Map<string, string>();
  const deeds: Deed[] = [];
  let interrupted = 0;
  let continued = 0;
  const unacknowledged = new Map<string, Place>();
  let noticed = 0;
  let failures = 0.1;
  const receiver = await startReceiver((callback, response) => {
    const luck = random();
    if (luck < failures / 2) response.socket?.destroy();
    else if (luck < failures) response.writeHead(500).end();
    else {
      delivered.push(callback);
      response.end();
    }
  });
  const place = (index: number): Place => {
    const channel = `channel-${index}`;
    if (index % 2 === 1) return { channel, ...gather(telegram, 2) };
    const person = telegram.addUser({ firstName: `Loner ${index}` });
    return { channel, chat: person, people: [person] };
  };
  const chats = [place(0), place(1), place(2), place(3), place(4), place(5), place(6), place(7)] as const;
  for (const { channel, chat } of chats) {
    await gateway.call(createChannel, {
      body: {
        channel_id: channel,
        platform: 'telegram',
        channel_type: 'PROMPT',
        target_chat_id: String(chat.id),
        credentials: { bot_token: telegram.token },
      },
    });
  }

  const choice = () => OPTIONS[Math.floor(random() * OPTIONS.length)] ?? '';

  function press({ chat }: Place, user: Person, question: string, message: number): Deed {
    const value = choice();
    const pressed = telegram.press({ chat, user, message, button: value, timeoutMs: PATIENCE_MS });
    // A button that is gone already cannot be pressed.
    const shown = pressed.then(({ notice }) => {
      if (notice) noticed += 1;
      return notice;
    });
    return { question, value, told: shown.catch(() => null) };
  }

  function write({ chat }: Place, user: Person, question: string, message: number): Deed {
    const value = choice();
    const { message_id } = telegram.writeText({ chat, user, text: value, replyTo: message }).message;
    const reply = () =>
      telegram.messages({ chat }).find(({ reply_to_message }) => reply_to_message?.message_id === message_id)?.text;
    return { question, value, told: until(reply, PATIENCE_MS).catch(() => null) };
  }

  async function ask(gateway: Asker, { channel }: Place, text: string): Promise<void> {
    const body = { channel_id: channel, text, options: OPTIONS, allow_text: true, callback_url: receiver.url };
    const headers = { 'idempotency-key': text.replaceAll(' ', '-') };
    const { prompt_id } = await gateway.call(createPrompt, { body }, { headers });
    acknowledged.set(text, prompt_id);
  }

  async function repeatInterrupted(gateway: Asker): Promise<void> {
    for (const [text, place] of unacknowledged) {
      for (;;) {
        const failure = await ask(gateway, place, text).then(
          () => null,
          (error: unknown) => error,
        );
        if (failure === null) {
          unacknowledged.delete(text);
          continued += 1;
          break;
        }
        // It died with its claim, which ends by itself; a gateway that is gone repeats nothing.
        if (!(failure instanceof GatewayError && failure.status === 409)) return;
        await delay(50);
      }
      const [user] = place.people;
      for (const message of telegram.messages({ chat: place.chat }))
        if (message.text?.startsWith(text) && message.reply_markup !== undefined && user)
          deeds.push(press(place, user, text, message.message_id));
    }
  }

  async function live(gateway: Asker, place: Place, round: number, over: AbortSignal): Promise<void> {
    for (let turn = 0; !over.aborted; turn += 1) {
      const text = `${place.channel} round ${round} turn ${turn}?`;
      let failed = false;
      const asked = ask(gateway, place, text).catch(() => {
        failed = true;
        interrupted += 1;
        unacknowledged.set(text, place);
      });
      const seen = () =>
        telegram
          .messages({ chat: place.chat })
          .findLast((message) => message.text?.startsWith(text) && message.reply_markup !== undefined);
      const message = await until(() => seen() ?? (over.aborted || failed ? 'never' : null));
      if (message === 'never') {
        await asked;
        continue;
      }
      const writers = place.people.filter(() => random() < 0.2);
      for (const user of place.people.filter((user) => !writers.includes(user)))
        deeds.push(press(place, user, text, message.message_id));
      // Writing takes a person longer than pressing.
      await asked;
      if (acknowledged.has(text)) for (const user of writers) deeds.push(write(place, user, text, message.message_id));
    }
  }

  return {
    chats,
    receiver,
    delivered,
    acknowledged,
    deeds,
    get interrupted() {
      return interrupted;
    },
    get continued() {
      return continued;
    },
    get noticed() {
      return noticed;
    },
    begin(gateway, round) {
      const over = new AbortController();
      const lives = [...chats.map((place) => live(gateway, place, round, over.signal)), repeatInterrupted(gateway)];
      return {
        async end() {
          over.abort();
          await Promise.all(lives);
        },
      };
    },
    repeatInterrupted,
    calm: () => (failures = 0),
  };
}

/** Waits until everything that people did was taken in, they were told, and everything answered was called back. */
export async function settle(town: Town, telegram: TelegramSimulator, gateway: { url: string }): Promise<void> {
  town.calm();
  const last = telegram.updates().at(-1)?.update_id ?? 0;
  await until(() => telegram.calls({ method: 'getUpdates' }).some(({ params }) => Number(params.offset) > last));
  await Promise.all(town.deeds.map(({ told }) => told));
  const answered = (await allPrompts(gateway)).filter(({ state }) => state === 'answered');
  await until(() => {
    const calledBack = new Set(town.delivered.map(({ json }) => json.prompt_id));
    return answered.every(({ id }) => calledBack.has(id));
  }, 20_000).catch(() => {
    // The comparison tells which never came.
  });
}
