import { serve } from './serve.js';

/** The common interface of the `@chat-adapter` packages, independent of their versions. */
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

/** A text as parsed by an adapter. */
interface ParsedText {
  readonly id: string;
  readonly threadId: string;
  readonly text: string;
  readonly author: Author;
}

/** A press as parsed by an adapter. */
interface ParsedPress {
  readonly actionId: string;
  readonly value?: string;
  readonly messageId: string;
  readonly threadId: string;
  readonly user: Author;
}

/** The events that an adapter parsed from a simulator's requests. */
export interface Counterpart {
  readonly texts: ParsedText[];
  readonly presses: ParsedPress[];
  /** Its answers to the simulator's requests. */
  readonly answers: number[];
  /** Its URL. */
  readonly url: string;
}

/** Suppresses the adapters' logs. */
export const quiet = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => quiet,
};

/** Serves an adapter over HTTP, in place of its bot. */
export async function listenWith(adapter: Adapter): Promise<Counterpart> {
  const received = { texts: [] as ParsedText[], presses: [] as ParsedPress[], answers: [] as number[] };
  const take = async (threadId: string, text: ParsedText | (() => Promise<ParsedText>)) => {
    const { id, text: words, author } = typeof text === 'function' ? await text() : text;
    received.texts.push({ id, threadId, text: words, author });
  };
  const takeText = async (
    _adapter: unknown,
    threadId: string,
    text: ParsedText | (() => Promise<ParsedText>),
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
    processAction: async (press: ParsedPress) => void received.presses.push(press),
  };
  const state = createState();
  const url = await serve(async (request) => {
    const tasks: Promise<unknown>[] = [];
    const response = await adapter.handleWebhook(request, { waitUntil: (task) => tasks.push(task) });
    await Promise.all(tasks);
    received.answers.push(response.status);
    return response;
  });
  await adapter.initialize(chat as never);
  return { ...received, url };
}

/** The state store that an adapter expects from its bot. */
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

/** A question with a button per label, in the adapters' common format. */
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
