import { request as httpRequest } from 'node:http';
import { Router, type Request, type Response } from 'express';
import { expect, it } from 'vitest';
import { routes } from '@gateway/contract';
import { routeTable } from '../../src/http/route-table.js';
import { startUnfailingGateway } from './unfailing-gateway.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Other spellings of a declared path, and paths that look similar. */
function spellings(declared: string): string[] {
  const withId = (id: string) => declared.replace(/\{\w+\}/g, id);
  const path = withId('12');
  return [
    path,
    `${path}/`,
    `${path}//`,
    `/${path}`,
    path.toUpperCase(),
    path.replace('/v1/', '/v1//'),
    path.replace('/v1', '/%761'),
    `${path}/x`,
    `${path}.json`,
    ...['', '%2312', 'a%2Fb', 'A%20b', 'Mixed', 'new', '%', '%zz', '%e4', '%00', '__proto__', 'ä', '.', '..'].map(
      withId,
    ),
  ];
}

interface Outcome {
  readonly id?: string | null;
  readonly path?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** What Express does with a request, when it has the same routes in the same order, and one for all methods at the end. */
function expressRouter(): (method: string, path: string) => Promise<Outcome | null> {
  const router = Router();
  let resolve: (outcome: Outcome | null) => void;
  const patternOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
  for (const { id, method, path } of routes)
    router[method.toLowerCase() as 'get'](patternOf(path), (request) =>
      resolve({ id, path, params: { ...request.params } as Record<string, string> }),
    );
  for (const path of new Set(routes.map((route) => route.path)))
    router.all(patternOf(path), (request) =>
      resolve({ id: null, path, params: { ...request.params } as Record<string, string> }),
    );
  return (method, url) =>
    new Promise((done) => {
      resolve = done;
      const request = { method, url, headers: {} } as Request;
      router(request, {} as Response, (error?: unknown) =>
        done(error === undefined ? null : { error: (error as Error).name }),
      );
    });
}

it('the route table finds what Express finds, for all routes, methods and odd spellings', async () => {
  const table = routeTable(routes.map(({ id, method, path }) => ({ method, path, target: id })));
  const find = (method: string, path: string): Outcome | null => {
    try {
      const found = table.find(method, path);
      return found && { id: found.target, path: found.path, params: { ...found.params } };
    } catch (error) {
      return { error: (error as Error).name };
    }
  };
  const byExpress = expressRouter();
  const paths = new Set(['/', '//', '', '/v1', '/V1/', '/v1/prompt', ...routes.flatMap(({ path }) => spellings(path))]);
  for (const path of paths)
    for (const method of methods)
      expect([method, path, find(method, path)]).toEqual([method, path, await byExpress(method, path)]);
});

const shared = startUnfailingGateway();

/** Sends the address as it is: `fetch` would change it. */
function get(address: string, method = 'GET'): Promise<{ status: number; allow: string | undefined; body: string }> {
  const { hostname, port } = new URL(shared().url);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path: address, method }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, allow: response.headers.allow, body }));
    })
      .on('error', reject)
      .end();
  });
}

it.each(['/healthz', '/healthz/', '/HealthZ', '/healthz?a=b', '/healthz#a', 'http://other.example.com/healthz?a=b#c'])(
  'serves the address %s as /healthz',
  async (address) => {
    expect(await get(address)).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  },
);

it.each(['/healthz//', '//healthz', '/%68ealthz', '/healthz;a=b', '/healthz.json'])(
  'answers 404 to the address %s',
  async (address) => {
    expect((await get(address)).status).toBe(404);
  },
);

it('HEAD has the headers of GET, and the address of a list with a missing id is explained', async () => {
  expect(await get('/healthz', 'HEAD')).toEqual({ status: 200, allow: undefined, body: '' });
  expect(await get('http://other.example.com/healthz', 'PUT')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
  expect(await get('/v1/prompts/')).toMatchObject({ status: 404 });
  expect((await get('/v1/prompts/')).body).toContain('The id is missing after /v1/prompts/');
});
