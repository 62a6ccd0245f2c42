import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startKeyedGateway } from '../harness/keys.js';
import { openBrowser, setUpConsole } from '../harness/operators.js';

const grace = { name: 'Grace', email: 'grace@example.com', password: 'nanoseconds of wire' };

onEveryEngine((engine) => {
  describe('the sessions of another operator', () => {
    it('are listed and ended by an owner only, at once, and are in the audit log', async () => {
      const gateway = await startKeyedGateway({ engine });
      const owner = await setUpConsole(gateway);
      const invited = await owner.request('POST', '/console/session/invitations', { role: 'operator' });
      const [, token] = /#token=(.+)$/.exec(invited.json.link) ?? [];
      const first = openBrowser(gateway);
      const { operator } = (await first.request('POST', '/console/session/accept', { token, ...grace })).json;
      const { email, password } = grace;
      const others = [openBrowser(gateway), openBrowser(gateway)];
      for (const browser of others) await browser.request('POST', '/console/session', { email, password });
      const path = `/console/session/operators/${operator.id}/sessions`;
      const list = async () => (await owner.request('GET', path)).json as { id: string; current: boolean }[];
      const states = () =>
        Promise.all([first, ...others].map(async (one) => (await one.request('GET', '/v1/prompts')).status));

      const sessions = await list();
      expect(sessions.map(({ current }) => current)).toEqual([false, false, false]);
      for (const [method, target] of [
        ['GET', path],
        ['DELETE', path],
        ['DELETE', `${path}/${sessions[0]?.id}`],
      ] as const)
        expect((await first.request(method, target)).status, `${method} ${target}`).toBe(403);
      expect((await owner.request('GET', '/console/session/operators/unknown/sessions')).status).toBe(404);
      expect((await owner.request('DELETE', `${path}/unknown`)).status).toBe(404);
      expect(await states()).toEqual([200, 200, 200]);

      expect((await owner.request('DELETE', `${path}/${sessions[0]?.id}`)).json).toEqual({ status: 'ended' });
      expect((await states()).filter((status) => status === 401)).toHaveLength(1);
      expect((await owner.request('DELETE', path)).json).toEqual({ ended: 2 });
      expect(await states()).toEqual([401, 401, 401]);
      expect(await list()).toEqual([]);

      const own = (await owner.request('GET', '/console/session')).json.operator.id as string;
      expect((await owner.request('DELETE', `/console/session/operators/${own}/sessions`)).status).toBe(400);
      const entries = (await owner.request('GET', `/v1/audit?actor_id=${own}&resource_id=${operator.id}`)).json;
      const actions: string[] = entries.map(({ action }: { action: string }) => action);
      expect(actions.slice(0, 2)).toEqual(['operator.sessions_ended', 'operator.session_ended']);
    });
  });
});
