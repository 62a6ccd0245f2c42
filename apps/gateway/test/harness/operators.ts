import { expect } from 'vitest';
import { signIn, setUp, type Route } from '@gateway/contract';
import type { Reply, TestGateway } from './gateway.js';

/** The first operator in tests. */
export const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' } as const;

/** A browser that keeps the gateway's cookies and sends the Origin header as browsers do. */
export interface TestBrowser {
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The session token; null: no cookie. A test may set it, to act with an old token. */
  token: string | null;
  /** The value of the cookie that marks a known browser; null: no cookie. */
  known: string | null;
  /** The value of the cookie of a sign-in that needs a second factor; null: no cookie. */
  secondFactor: string | null;
  /** The last `Set-Cookie` header of a session. */
  readonly setCookie: string | null;
  /** Its Cookie header. */
  cookie(): Record<string, string>;
}

export function openBrowser(gateway: Pick<TestGateway, 'url' | 'request'>, token: string | null = null): TestBrowser {
  let setCookie: string | null = null;
  const browser: TestBrowser = {
    token,
    known: null,
    secondFactor: null,
    get setCookie() {
      return setCookie;
    },
    cookie(): Record<string, string> {
      const kept = [
        browser.token === null ? [] : `gateway_session=${browser.token}`,
        browser.known === null ? [] : `gateway_browser=${browser.known}`,
        browser.secondFactor === null ? [] : `gateway_second_factor=${browser.secondFactor}`,
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
        else if (name === 'gateway_second_factor') browser.secondFactor = kept;
        else [setCookie, browser.token] = [set, kept];
      }
      return reply;
    },
  };
  return browser;
}

/** The token of the set-up link in the log. */
export function setUpToken(gateway: Pick<TestGateway, 'logLines'>): string {
  const token = /\/console\/setup#token=([\w-]{43})/.exec(gateway.logLines.join('\n'))?.[1];
  if (token === undefined) throw new Error('The log shows no link for setting up.');
  return token;
}

/** Sets up the console and returns the browser of its first operator, an owner. */
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

/** Signs in from a new browser. */
export async function signInAs(
  gateway: TestGateway,
  { email, password }: { email: string; password: string } = ada,
): Promise<TestBrowser> {
  const browser = openBrowser(gateway);
  const reply = await browser.request('POST', (signIn satisfies Route).path, { email, password });
  expect(reply.status, reply.text).toBe(200);
  return browser;
}
