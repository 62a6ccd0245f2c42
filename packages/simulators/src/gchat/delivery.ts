import type { Clock } from '@gateway/sandbox/server';
import type { EventFormat } from './events.js';
import { signToken, type SigningKey } from './keys.js';

const CHAT_ISSUER = 'chat@system.gserviceaccount.com';

/** The app's configuration in the Google Cloud console: URL and format of events, audience of their tokens. */
export interface AppSettings {
  webhookUrl: string | null;
  format: EventFormat;
  /** `url`: the endpoint's URL; `project`: the project number. */
  audience: 'url' | 'project';
}

export interface DeliveryParts {
  readonly settings: AppSettings;
  readonly clock: Clock;
  readonly projectNumber: string;
  readonly addonAccount: string;
  /** Keys of identity tokens, of Google Chat, and a foreign one for forged tokens. */
  readonly keys: { readonly identity: SigningKey; readonly chat: SigningKey; readonly foreign: SigningKey };
  readonly timing: { readonly attempts: number; readonly retryMs: number; readonly timeoutMs: number };
}

/** Deviations from the token that Google Chat sends. */
export interface TokenChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signed with a foreign key. */
  readonly foreign?: boolean;
  readonly audience?: AppSettings['audience'];
}

/** The app's answer to an event; `status` 0: no answer. */
export interface AppAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Signs events and posts them to the app. */
export function createDelivery({ settings, clock, projectNumber, addonAccount, keys, timing }: DeliveryParts) {
  const stopped = new AbortController();

  function bearer({
    claims = {},
    header = {},
    foreign = false,
    audience = settings.audience,
  }: TokenChanges = {}): string {
    const iat = Math.floor(clock.now() / 1000);
    const isIdentity = audience === 'url' || settings.format === 'addon';
    const base = isIdentity
      ? {
          iss: 'https://accounts.google.com',
          aud: settings.webhookUrl,
          azp: '112233445566778899001',
          sub: '112233445566778899001',
          email: settings.format === 'addon' ? addonAccount : CHAT_ISSUER,
          email_verified: true,
        }
      : { iss: CHAT_ISSUER, aud: projectNumber };
    const key = isIdentity ? keys.identity : keys.chat;
    const signer = foreign ? { ...keys.foreign, kid: key.kid } : key;
    return `Bearer ${signToken(signer, { ...base, iat, exp: iat + 3600, ...claims }, header)}`;
  }

  async function postOnce(event: object): Promise<AppAnswer> {
    if (settings.webhookUrl === null) return { status: 0, body: null };
    try {
      const response = await fetch(settings.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Google-Dynamite', authorization: bearer() },
        body: JSON.stringify(event),
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(timing.timeoutMs)]),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    } catch {
      return { status: 0, body: null };
    }
  }

  return {
    bearer,
    /** Posts until the app answers with a 2xx or the attempts are used up; resolves with the last answer. */
    async post(event: object): Promise<AppAnswer> {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await postOnce(event);
        const isDone = answer.status >= 200 && answer.status < 500 && answer.status !== 429;
        if (isDone || attempt >= timing.attempts || stopped.signal.aborted) return answer;
        await clock.sleep(timing.retryMs * 2 ** (attempt - 1), stopped.signal);
      }
    },
    stop: () => stopped.abort(),
  };
}
