import { expect } from 'vitest';
import { signIn, setUp, type Route } from '@gateway/contract';
import type { Reply, TestGateway } from './gateway.js';

/** A person who is set up in tests. */
export const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' } as const;

/** A browser that keeps the gateway's cookie, and says where its requests come from as browsers do. */
export interface TestBrowser {
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The session's token; null: no cookie. May be set, to be a browser with an old one. */
  token: string | null;
  /** What a sign-in left beside it. */
  known: string | null;
  /** The last `Set-Cookie` of a session, as it came. */
  readonly setCookie: string | null;
  /** The header that it sends. */
  cookie(): Record<string, string>;
}

export function openBrowser(gateway: Pick<TestGateway, 'url' | 'request'>, token: string | null = null): TestBrowser {
  let setCookie: string | null = null;
  const browser: TestBrowser = {
    token,
    known: null,
    get setCookie() {
      return setCookie;
    },
    cookie(): Record<string, string> {
      const kept = [
        browser.token === null ? [] : `gateway_session=${browser.token}`,
        browser.known === null ? [] : `gateway_browser=${browser.known}`,
      ].flat();
      return kept.length === 0 ? {} : { cookie: kept.join('; ') };
    },
    async request(method, path, body, headers = {}) {
      const reply = await gateway.request(method, path, {
        headers: { origin: gateway.url, 'x-api-key': '', ...browser.cookie(), ...headers },
        ...(body !== undefined && { body }),
      });
      for (const set of reply.headers.getSetCookie()) {
        const [, name, value = ''] = /^(gateway_\w+)=([^;]*)/.exec(set) ?? [];
        const kept = value === '' ? null : value;
        if (name === 'gateway_browser') browser.known = kept;
        else [setCookie, browser.token] = [set, kept];
      }
      return reply;
    },
  };
  return browser;
}

/** The token of the link that the log shows at start. */
export function setUpToken(gateway: Pick<TestGateway, 'logLines'>): string {
  const token = /\/console\/setup#token=([\w-]{43})/.exec(gateway.logLines.join('\n'))?.[1];
  if (token === undefined) throw new Error('The log shows no link for setting up.');
  return token;
}

/** Sets the console up and gives the browser of its first operator, an owner. */
export async function setUpConsole(
  gateway: TestGateway,
  person: { name: string; email: string; password: string } = ada,
): Promise<TestBrowser> {
  const browser = openBrowser(gateway);
  const { path } = setUp satisfies Route;
  const reply = await browser.request('POST', path, { token: setUpToken(gateway), ...person });
  expect(reply.status, reply.text).toBe(201);
  return browser;
}

/** Signs in from a browser of its own. */
export async function signInAs(
  gateway: TestGateway,
  { email, password }: { email: string; password: string } = ada,
): Promise<TestBrowser> {
  const browser = openBrowser(gateway);
  const reply = await browser.request('POST', (signIn satisfies Route).path, { email, password });
  expect(reply.status, reply.text).toBe(200);
  return browser;
}
