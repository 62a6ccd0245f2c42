import { expect } from 'vitest';
import { consoleRoutes, errorBody, routes, type Route } from '@gateway/contract';

/** What a response must be held to. */
export interface Exchange {
  readonly method: string;
  /** With or without a query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** Fails unless a response is one that the contract declares: its status, every field of its body and no other, its headers. */
export function holdToContract({ method, path, status, headers, json }: Exchange): void {
  const what = `${method} ${path.slice(0, 100)} -> ${status}`;
  expect(headers.get('x-request-id'), `${what}: X-Request-Id`).toMatch(/^[0-9a-f-]{36}$/);
  const route = routeOf(method, path.split('?')[0] ?? '');
  if (status >= 400) {
    // 431 is said before any route is known.
    if (route) expect([...route.errors, 401, 403, 431, 500, 503], `${what}: declared statuses`).toContain(status);
    if (method !== 'HEAD') holdToSentence(what, json);
  } else if (route) {
    expect(status, `${what}: declared status`).toBe(route.status);
    if (headers.get('content-type')?.startsWith('application/json'))
      expect(route.reply.parse(json), `${what}: body`).toEqual(json);
  }
}

function holdToSentence(what: string, json: unknown): void {
  const body = errorBody.strict().parse(json, { reportInput: true });
  expect(body.detail, `${what}: detail`).toMatch(/^\S[\s\S]{8,}[.!?]$/);
  for (const issue of body.issues ?? []) expect(issue.message, `${what}: issue`).not.toBe('');
}

function routeOf(method: string, path: string): Route | undefined {
  return ([...routes, ...consoleRoutes] as readonly Route[]).find(
    (route) => route.method === method && new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}
