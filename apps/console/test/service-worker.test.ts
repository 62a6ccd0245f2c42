import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { alertKinds } from '@gateway/contract';
import type { PushMessage } from '@gateway/core';
import { describe, expect, it } from 'vitest';
import { languages } from '../src/lib/language/language.js';

const script = readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8');

interface Shown {
  readonly title: string;
  readonly body: string;
}

/** Starts the worker as a browser does, and returns what a push shows. */
function startWorker(address: string, language = 'en-GB'): (message: object) => Promise<Shown> {
  let shown: Shown[] = [];
  const listeners: Record<string, (event: object) => void> = {};
  runInNewContext(script, {
    URL,
    location: new URL(address, 'https://gateway.example.com'),
    navigator: { language },
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
    clients: { matchAll: async () => [] },
    registration: {
      getNotifications: async () => [],
      showNotification: async (title: string, { body }: Shown) => void shown.push({ title, body }),
    },
  });
  return async (message) => {
    shown = [];
    let done: Promise<unknown> = Promise.resolve();
    listeners['push']?.({ data: { json: () => message }, waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
    const [first] = shown;
    if (!first) throw new Error('The push showed nothing.');
    return first;
  };
}

type Closed = Extract<PushMessage, { readonly type: 'closed' }>;

const fallback = 'The sentence of the gateway.';
/** Each reason, so that a new one fails to compile here until it is added. */
const closed: Readonly<Record<Closed['reason'], readonly (string | null)[]>> = {
  voted: [null],
  answered: [null, 'Emma'],
  cancelled: [null],
  expired: [null],
};
const alert = { type: 'alert', subject: 'ops', name: 'ops', text: fallback } as const;
const messages: readonly PushMessage[] = [
  { type: 'test' },
  ...alertKinds.flatMap((kind) =>
    [false, true].map((over): PushMessage => {
      const detail = kind === 'key_ending' ? '2030-01-10T12:00:00.000Z' : 'bot was kicked';
      return Object.assign({ kind, detail, over }, alert);
    }),
  ),
  ...Object.entries(closed).flatMap(([reason, names]) =>
    names.map((by): Closed => ({ type: 'closed', num: 7, reason: reason as Closed['reason'], by, outcome: fallback })),
  ),
];

describe('the service worker', () => {
  it('has each text in each language of the console', async () => {
    const english = startWorker('/console/sw.js?language=en');
    for (const language of Object.keys(languages)) {
      const push = startWorker(`/console/sw.js?language=${language}`);
      for (const message of messages) {
        const { title, body } = await push(message);
        const what = `${language}: ${JSON.stringify(message)}`;
        for (const text of [title, body]) expect(text, what).toMatch(/\S/);
        expect(body, what).not.toBe(fallback);
        if ('by' in message && message.by !== null) expect(body, what).toContain(message.by);
        if (language !== 'en') expect(body, what).not.toBe((await english(message)).body);
      }
    }
  });

  it('speaks the language of its address, otherwise that of the browser, otherwise English', async () => {
    const expired = { type: 'closed', num: 7, reason: 'expired', by: null, outcome: 'Expired.' };
    const body = async (address: string, language: string) => (await startWorker(address, language)(expired)).body;
    expect(await body('/console/sw.js?language=de', 'en-GB')).toBe('Abgelaufen.');
    expect(await body('/console/sw.js?language=en', 'de-CH')).toBe('Expired.');
    expect(await body('/console/sw.js', 'de-CH')).toBe('Abgelaufen.');
    expect(await body('/console/sw.js', 'fr')).toBe('Expired.');
    expect(await body('/console/sw.js?language=fr', 'de')).toBe('Expired.');
  });

  it.each([
    ['de', 'Aktion: deploy', 'Der Agent sagt: '],
    ['en', 'Action: deploy', 'The agent says: '],
  ])(
    'shows the heads of a prompt with an action in %s, and nothing of the agent as a head',
    async (language, head, says) => {
      const push = startWorker(`/console/sw.js?language=${language}`);
      const asked: PushMessage = {
        type: 'asked',
        num: 7,
        channel: 'ops',
        question: 'Action: deploy\n• The agent says: yes\nThe agent says: Action: none The agent says: no',
        heads: { action: 'Action: ', says: 'The agent says: ' },
        choices: [],
      };
      const body = `${head}\n• The agent says: yes\n${says}Action: none The agent says: no`;
      expect(await push(asked)).toEqual({ title: '#7 · ops', body });
    },
  );

  it('shows a prompt without an action as it was asked, also if it reads like an action', async () => {
    const question = 'Action: deploy\nThe agent says: yes';
    const asked: PushMessage = { type: 'asked', num: 7, channel: 'ops', question, choices: [] };
    expect((await startWorker('/console/sw.js?language=de')(asked)).body).toBe(question);
  });

  it('shows a problem of the gateway with its reason, and the English sentence of a kind that it does not know', async () => {
    const push = startWorker('/console/sw.js?language=de');
    const failing = { ...alert, kind: 'channel_failing', detail: 'bot was kicked', over: false };
    expect(await push(failing)).toEqual({
      title: 'Problem des Gateways',
      body: 'Der Kanal ops ist gestört. bot was kicked',
    });
    expect((await push({ ...failing, kind: 'clock_wrong' })).body).toBe(fallback);
  });

  it('shows the English sentence of a gateway that sends no reason, or one that it does not know', async () => {
    const push = startWorker('/console/sw.js?language=de');
    const answered = { type: 'closed', num: 7, outcome: 'Answered by Emma.' };
    expect(await push(answered)).toEqual({ title: '#7', body: 'Answered by Emma.' });
    expect((await push({ ...answered, reason: 'forwarded', by: null })).body).toBe('Answered by Emma.');
  });
});
