import { setTimeout as delay } from 'node:timers/promises';
import { createChannel, createPrompt, GatewayError } from '@gateway/contract';
import type { TelegramSimulator } from '@gateway/simulators/telegram';
import { startReceiver, type Received, type Receiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { createGroup, type Asker, type Person } from './prompts.js';
import { allPrompts } from './invariants.js';
import type { Random } from './random.js';

/** What a person did and was shown. */
interface Interaction {
  /** The text of the prompt. */
  readonly question: string;
  readonly value: string;
  /** What the person was shown; null: nothing. */
  readonly shown: Promise<string | null>;
}

interface ScenarioChannel {
  readonly channel: string;
  readonly chat: { readonly id: number };
  readonly people: readonly Person[];
}

/** Channels whose members answer the prompts of an agent, and a record of everything the agent and they were shown. */
export interface LoadScenario {
  readonly chats: readonly [ScenarioChannel, ...ScenarioChannel[]];
  readonly receiver: Receiver;
  /** Callbacks that the receiver accepted. */
  readonly delivered: readonly Received[];
  /** Prompt ids by text, for acknowledged prompts. */
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly interactions: readonly Interaction[];
  /** Number of requests that ended without a response. */
  readonly interrupted: number;
  /** Number of interrupted requests that got a response to a retry. */
  readonly retried: number;
  /** Number of presses with a shown notice. */
  readonly noticed: number;
  /** Posts and answers prompts in every channel until `end`. First retries what an earlier gateway did not acknowledge. */
  begin(gateway: Asker, round: number): { end(): Promise<void> };
  /** Retries all prompts without a response, and presses all their messages. */
  retryInterrupted(gateway: Asker): Promise<void>;
  /** From now on the receiver accepts everything. */
  stopFailing(): void;
}

const OPTIONS = ['Yes', 'No', 'Later'];
/** How long a person waits for a notice or a reply. */
const MAX_NOTICE_WAIT_MS = 4000;
/** No further prompt is asked while this many people wait: on a slow machine their notices would come later and later. */
const MAX_WAITING = 16;

/** Registers four private chats and four groups. The receiver fails one time in ten. */
export async function startLoadScenario(
  gateway: Asker,
  telegram: TelegramSimulator,
  random: Random,
): Promise<LoadScenario> {
  const delivered: Received[] = [];
  const acknowledged = new Map<string, string>();
  const interactions: Interaction[] = [];
  let interrupted = 0;
  let retried = 0;
  const unacknowledged = new Map<string, ScenarioChannel>();
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
  const createEntry = (index: number): ScenarioChannel => {
    const channel = `channel-${index}`;
    if (index % 2 === 1) return { channel, ...createGroup(telegram, 2) };
    const person = telegram.addUser({ firstName: `Person ${index}` });
    return { channel, chat: person, people: [person] };
  };
  const chats = [
    createEntry(0),
    createEntry(1),
    createEntry(2),
    createEntry(3),
    createEntry(4),
    createEntry(5),
    createEntry(6),
    createEntry(7),
  ] as const;
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

  let waiting = 0;
  const counted = (shown: Promise<string | null>): Promise<string | null> => {
    waiting += 1;
    return shown.catch(() => null).finally(() => (waiting -= 1));
  };

  const choice = () => OPTIONS[Math.floor(random() * OPTIONS.length)] ?? '';

  function press({ chat }: ScenarioChannel, user: Person, question: string, message: number): Interaction {
    const value = choice();
    const pressed = telegram.press({ chat, user, message, button: value, timeoutMs: MAX_NOTICE_WAIT_MS });
    // The button may be gone already.
    const shown = pressed.then(({ notice }) => {
      if (notice) noticed += 1;
      return notice;
    });
    return { question, value, shown: counted(shown) };
  }

  function write({ chat }: ScenarioChannel, user: Person, question: string, message: number): Interaction {
    const value = choice();
    const { message_id } = telegram.writeText({ chat, user, text: value, replyTo: message }).message;
    const reply = () =>
      telegram.messages({ chat }).find(({ reply_to_message }) => reply_to_message?.message_id === message_id)?.text;
    return { question, value, shown: counted(until(reply, MAX_NOTICE_WAIT_MS)) };
  }

  async function ask(gateway: Asker, { channel }: ScenarioChannel, text: string): Promise<void> {
    const body = { channel_id: channel, text, options: OPTIONS, allow_text: true, callback_url: receiver.url };
    const headers = { 'idempotency-key': text.replaceAll(' ', '-') };
    const { prompt_id } = await gateway.call(createPrompt, { body }, { headers });
    acknowledged.set(text, prompt_id);
  }

  async function retryInterrupted(gateway: Asker): Promise<void> {
    for (const [text, entry] of unacknowledged) {
      for (;;) {
        const failure = await ask(gateway, entry, text).then(
          () => null,
          (error: unknown) => error,
        );
        if (failure === null) {
          unacknowledged.delete(text);
          retried += 1;
          break;
        }
        // 409: the claim of the killed instance has not expired yet. Any other failure: this gateway is gone.
        if (!(failure instanceof GatewayError && failure.status === 409)) return;
        await delay(50);
      }
      const [user] = entry.people;
      for (const message of telegram.messages({ chat: entry.chat }))
        if (message.text?.startsWith(text) && message.reply_markup !== undefined && user)
          interactions.push(press(entry, user, text, message.message_id));
    }
  }

  async function run(gateway: Asker, entry: ScenarioChannel, round: number, over: AbortSignal): Promise<void> {
    for (let turn = 0; !over.aborted; turn += 1) {
      await until(() => waiting < MAX_WAITING || over.aborted, 5 * MAX_NOTICE_WAIT_MS);
      const text = `${entry.channel} round ${round} turn ${turn}?`;
      let failed = false;
      const asked = ask(gateway, entry, text).catch(() => {
        failed = true;
        interrupted += 1;
        unacknowledged.set(text, entry);
      });
      const seen = () =>
        telegram
          .messages({ chat: entry.chat })
          .findLast((message) => message.text?.startsWith(text) && message.reply_markup !== undefined);
      const message = await until(() => seen() ?? (over.aborted || failed ? 'never' : null));
      if (message === 'never') {
        await asked;
        continue;
      }
      const writers = entry.people.filter(() => random() < 0.2);
      for (const user of entry.people.filter((user) => !writers.includes(user)))
        interactions.push(press(entry, user, text, message.message_id));
      // Writing takes longer than pressing.
      await asked;
      if (acknowledged.has(text))
        for (const user of writers) interactions.push(write(entry, user, text, message.message_id));
    }
  }

  return {
    chats,
    receiver,
    delivered,
    acknowledged,
    interactions,
    get interrupted() {
      return interrupted;
    },
    get retried() {
      return retried;
    },
    get noticed() {
      return noticed;
    },
    begin(gateway, round) {
      const over = new AbortController();
      const runs = [...chats.map((entry) => run(gateway, entry, round, over.signal)), retryInterrupted(gateway)];
      return {
        async end() {
          over.abort();
          await Promise.all(runs);
        },
      };
    },
    retryInterrupted,
    stopFailing: () => (failures = 0),
  };
}

/** Waits until all interactions are processed, their notices are shown and all answered prompts are called back. */
export async function waitUntilSettled(
  scenario: LoadScenario,
  telegram: TelegramSimulator,
  gateway: { url: string },
): Promise<void> {
  scenario.stopFailing();
  const last = telegram.updates().at(-1)?.update_id ?? 0;
  await until(() => telegram.calls({ method: 'getUpdates' }).some(({ params }) => Number(params.offset) > last));
  await Promise.all(scenario.interactions.map(({ shown }) => shown));
  const answered = (await allPrompts(gateway)).filter(({ state }) => state === 'answered');
  await until(() => {
    const calledBack = new Set(scenario.delivered.map(({ json }) => json.prompt_id));
    return answered.every(({ id }) => calledBack.has(id));
  }, 20_000).catch(() => {
    // `checkInvariants` lists the missing callbacks.
  });
}
