import { serve } from './serve.js';

/** What the adapters of `@chat-adapter` have in common, in whatever version of its types. */
interface Adapter {
  initialize(chat: never): Promise<void>;
  handleWebhook(request: Request, options?: { waitUntil: (task: Promise<unknown>) => void }): Promise<Response>;
}

interface Author {
  readonly userId: string;
  readonly userName: string;
  readonly fullName: string;
  readonly isMe: boolean;
}

/** A text as an adapter understood it. */
interface HeardText {
  readonly id: string;
  readonly threadId: string;
  readonly text: string;
  readonly author: Author;
}

/** A press as an adapter understood it. */
interface HeardPress {
  readonly actionId: string;
  readonly value?: string;
  readonly messageId: string;
  readonly threadId: string;
  readonly user: Author;
}

/** What an adapter made of what a simulator posted to it. */
export interface Counterpart {
  readonly texts: HeardText[];
  readonly presses: HeardPress[];
  /** Its answers to the simulator's requests. */
  readonly answers: number[];
  /** Where it listens. */
  readonly url: string;
}

/** Keeps the adapters' remarks out of the tests' output. */
export const quiet = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => quiet,
};

/** Runs an adapter behind a web address, in the place of the bot that it is made for. */
export async function listenWith(adapter: Adapter): Promise<Counterpart> {
  const heard = { texts: [] as HeardText[], presses: [] as HeardPress[], answers: [] as number[] };
  const take = async (threadId: string, text: HeardText | (() => Promise<HeardText>)) => {
    const { id, text: words, author } = typeof text === 'function' ? await text() : text;
    heard.texts.push({ id, threadId, text: words, author });
  };
  const takeText = async (
    _adapter: unknown,
    threadId: string,
    text: HeardText | (() => Promise<HeardText>),
    options?: { waitUntil?: (task: Promise<unknown>) => void },
  ) => {
    const task = take(threadId, text);
    options?.waitUntil?.(task);
    await task;
  };
  const chat = {
    getState: () => state,
    getLogger: () => quiet,
    getUserName: () => 'gateway',
    processMessage: takeText,
    handleIncomingMessage: takeText,
    processAction: async (press: HeardPress) => void heard.presses.push(press),
  };
  const state = createState();
  const url = await serve(async (request) => {
    const tasks: Promise<unknown>[] = [];
    const response = await adapter.handleWebhook(request, { waitUntil: (task) => tasks.push(task) });
    await Promise.all(tasks);
    heard.answers.push(response.status);
    return response;
  });
  await adapter.initialize(chat as never);
  return { ...heard, url };
}

/** The memory that an adapter expects of its bot. */
function createState() {
  const values = new Map<string, unknown>();
  return {
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: unknown) => void values.set(key, value),
    delete: async (key: string) => void values.delete(key),
    setIfNotExists: async (key: string, value: unknown) => {
      const isNew = !values.has(key);
      if (isNew) values.set(key, value);
      return isNew;
    },
    isSubscribed: async () => false,
  };
}

/** A question with a button per label, in the adapters' common form. */
export const question = (text: string, ...labels: string[]) => ({
  card: {
    type: 'card' as const,
    children: [
      { type: 'text' as const, content: text },
      ...(labels.length === 0
        ? []
        : [
            {
              type: 'actions' as const,
              children: labels.map((label, place) => ({
                type: 'button' as const,
                id: 'answer',
                label,
                value: `choice.${place}`,
              })),
            },
          ]),
    ],
  },
});
