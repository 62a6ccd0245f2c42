import { describe, expect, it } from 'vitest';
import type { ReplyOf, listSavedViews } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { adminKey } from '../harness/keys.js';
import { newOperator, startWithOwner } from '../harness/new-operator.js';
import { openBrowser, signInAs, type TestBrowser } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';

const views = '/console/session/views';

const save = (browser: TestBrowser, name: string, filter: object = { state: 'dead' }, page = 'deliveries') =>
  browser.request('POST', views, { page, name, filter });
const list = async (browser: TestBrowser): Promise<ReplyOf<typeof listSavedViews>> =>
  (await browser.request('GET', views)).json;
const names = async (browser: TestBrowser) => (await list(browser)).map(({ name }) => name);

onEveryEngine((engine) => {
  describe('saved views', () => {
    const shared = startOnce(() => startWithOwner({ engine }));

    it('are saved, replaced by name, renamed and deleted, and found in another browser', async () => {
      const { gateway, browser: laptop, person } = await newOperator(shared());
      const first = await save(laptop, ' Failed ', { state: 'dead', status: '5xx' });
      expect(first).toMatchObject({ status: 201, json: { page: 'deliveries', name: 'Failed' } });
      await save(laptop, 'Failed', { action: 'key.created' }, 'audit');
      const replaced = await save(laptop, 'Failed', { state: 'dead', q: 'a' });
      expect(replaced.json).toEqual({ ...first.json, filter: { state: 'dead', q: 'a' } });

      const phone = await signInAs(gateway, person);
      expect((await list(phone)).map(({ page, filter }) => [page, filter])).toEqual([
        ['deliveries', replaced.json.filter],
        ['audit', { action: 'key.created' }],
      ]);
      const rename = await phone.request('PATCH', `${views}/${first.json.id}`, { from: 'Failed', name: 'Dead' });
      expect(rename).toMatchObject({ status: 200, json: { ...replaced.json, name: 'Dead' } });
      expect(await names(laptop)).toEqual(['Dead', 'Failed']);
      expect((await laptop.request('DELETE', `${views}/${first.json.id}`)).json).toEqual({ status: 'deleted' });
      expect((await laptop.request('DELETE', `${views}/${first.json.id}`)).status).toBe(404);
      expect(await names(phone)).toEqual(['Failed']);

      const actions = (await laptop.request('GET', '/v1/audit')).json.map(({ action }: { action: string }) => action);
      expect(actions.filter((action: string) => action.includes('view'))).toEqual([]);
    });

    it('are limited to 20 for each page, also when two browsers save more concurrently', async () => {
      const { gateway, browser, person } = await newOperator(shared());
      const browsers = [browser, await signInAs(gateway, person)] as const;
      for (let index = 0; index < 15; index += 1) await save(browsers[0], `before ${index}`);
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, index) => save(browsers[index % 2 ? 1 : 0], `view ${index}`)),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
      const refused = replies.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(25);
      expect(refused[0]?.json.detail).toContain('20 saved views');
      expect(await list(browsers[0])).toHaveLength(20);
      expect((await save(browsers[0], 'before 3', { state: 'pending' })).status).toBe(201);
      expect((await save(browsers[0], 'of another page', {}, 'prompts')).status).toBe(201);
    });

    it('end as one view when they are saved and renamed concurrently under one name', async () => {
      const { browser } = await newOperator(shared());
      for (let round = 0; round < 5; round += 1) {
        const { id } = (await save(browser, `old ${round}`)).json;
        const [renamed, ...saved] = await Promise.all([
          browser.request('PATCH', `${views}/${id}`, { from: `old ${round}`, name: `new ${round}` }),
          ...['a', 'b', 'c', 'd'].map((q) => save(browser, `new ${round}`, { q })),
        ]);
        expect([200, 409]).toContain(renamed.status);
        expect(saved.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
        expect((await names(browser)).filter((name) => name === `new ${round}`)).toHaveLength(1);
      }
    });

    it('keep their names when another view has the new one, or another window renamed them before', async () => {
      const { browser } = await newOperator(shared());
      const { id } = (await save(browser, 'A')).json;
      await save(browser, 'B');
      await save(browser, 'C', {}, 'audit');
      const rename = (from: string, name: string, of: string = id) =>
        browser.request('PATCH', `${views}/${of}`, { from, name });
      expect(await rename('A', 'B')).toMatchObject({ status: 409, json: { detail: expect.stringContaining('"B"') } });
      expect((await rename('A', 'C')).status).toBe(200);
      expect(await rename('A', 'D')).toMatchObject({ status: 409, json: { detail: expect.stringContaining('"C"') } });
      expect((await rename('C', 'C')).status).toBe(200);
      expect((await rename('A', 'D', 'unknown')).status).toBe(404);
      expect(await names(browser)).toEqual(['C', 'B', 'C']);
    });

    it('are hidden from other operators, and viewers can save some, too', async () => {
      const { browser: owner } = await newOperator(shared());
      const { browser: viewer } = await newOperator(shared(), 'viewer');
      const { id } = (await save(viewer, 'Mine')).json;
      expect(await names(viewer)).toEqual(['Mine']);
      expect(await list(owner)).toEqual([]);
      const path = `${views}/${id}`;
      expect((await owner.request('PATCH', path, { from: 'Mine', name: 'Yours' })).status).toBe(404);
      expect((await owner.request('DELETE', path)).status).toBe(404);
      expect((await save(owner, 'Mine', { q: 'other' })).status).toBe(201);
      expect(await list(viewer)).toMatchObject([{ name: 'Mine', filter: { state: 'dead' } }]);
    });

    it('need a session and an own page: a key gets 403', async () => {
      const { gateway, browser } = await newOperator(shared());
      const { id } = (await save(browser, 'Mine')).json;
      const body = { page: 'audit', name: 'N', filter: {} };
      const foreign = { origin: 'https://evil.example.com' };
      for (const [method, path, sent] of [
        ['GET', views, undefined],
        ['POST', views, body],
        ['PATCH', `${views}/${id}`, { from: 'Mine', name: 'N' }],
        ['DELETE', `${views}/${id}`, undefined],
      ] as const) {
        const key = { 'x-api-key': adminKey };
        expect((await openBrowser(gateway).request(method, path, sent, key)).status, `${method} with a key`).toBe(403);
        expect((await openBrowser(gateway).request(method, path, sent)).status, method).toBe(401);
        if (method === 'GET') continue;
        expect((await browser.request(method, path, sent, foreign)).status, `${method} of another site`).toBe(403);
      }
      expect(await names(browser)).toEqual(['Mine']);
    });

    it('are refused with a name that is blank or longer than 60 characters, and a filter that is too large', async () => {
      const { browser } = await newOperator(shared());
      expect((await save(browser, '😀'.repeat(60), { q: 'x'.repeat(4000) })).status).toBe(201);
      for (const body of [
        { page: 'audit', name: ' ', filter: {} },
        { page: 'audit', name: 'x'.repeat(61), filter: {} },
        { page: 'audit', name: 'a\nb', filter: {} },
        { page: 'keys', name: 'A', filter: {} },
        { page: 'audit', name: 'A', filter: { q: 'ü'.repeat(2048) } },
        { page: 'audit', name: 'A', filter: { q: 1 } },
        { page: 'audit', name: 'A', filter: { 'a b': 'c' } },
        { page: 'audit', name: 'A', filter: ['a'] },
        { page: 'audit', name: 'A' },
      ])
        expect((await browser.request('POST', views, body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
      expect(await list(browser)).toHaveLength(1);
    });
  });
});
