import { expect } from 'vitest';
import { consoleRoutes, errorBody, errorCodes, routes, type Route } from '@gateway/contract';

/** A response that is checked against the contract. */
export interface Exchange {
  readonly method: string;
  /** With or without a query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** Fails unless the contract declares the status, headers and exact fields of a response. */
export function checkAgainstContract({ method, path, status, headers, json }: Exchange): void {
  const what = `${method} ${path.slice(0, 100)} -> ${status}`;
  expect(headers.get('x-request-id'), `${what}: X-Request-Id`).toMatch(/^[0-9a-f-]{36}$/);
  const route = routeOf(method, path.split('?')[0] ?? '');
  if (status >= 400) {
    // 405 and 431 are sent before a route is known.
    if (route) {
      const ofBody = route.body ? [408] : [];
      const declared = [...route.errors, ...ofBody, 401, 403, 405, 429, 431, 500, 503];
      expect(declared, `${what}: declared statuses`).toContain(status);
    }
    if (method !== 'HEAD') checkErrorBody(what, json, headers);
  } else if (route) {
    expect(status, `${what}: declared status`).toBe(route.status);
    if (headers.get('content-type')?.startsWith('application/json'))
      expect(route.reply.parse(json), `${what}: body`).toEqual(json);
  }
}

function checkErrorBody(what: string, json: unknown, headers: Headers): void {
  const body = errorBody.strict().parse(json, { reportInput: true });
  expect(body.detail, `${what}: detail`).toMatch(/^\S[\s\S]{8,}[.!?]$/);
  expect(Object.keys(errorCodes), `${what}: code`).toContain(body.code);
  // Only this code depends on the state of the prompt.
  if (body.code !== 'prompt_not_approved')
    expect(body.retryable, `${what}: retryable of ${body.code}`).toBe(errorCodes[body.code].retryable);
  expect(headers.get('retry-after'), `${what}: Retry-After`).toBe(body.retry_after_sec?.toString() ?? null);
  for (const issue of body.issues ?? []) expect(issue.message, `${what}: issue`).not.toBe('');
}

function routeOf(method: string, path: string): Route | undefined {
  return ([...routes, ...consoleRoutes] as readonly Route[]).find(
    (route) => route.method === method && new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}
