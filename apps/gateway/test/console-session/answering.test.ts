import { describe, expect, it } from 'vitest';
import { startAsking, type Asking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { openBrowser, setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const answer = (browser: Awaited<ReturnType<typeof setUpConsole>>, num: number, type: string, value: string) =>
  browser.request('POST', `/v1/prompts/${num}/answer`, { type, value });

const buttonsOf = ({ telegram, ada }: Asking) => telegram.messages({ chat: ada })[0]?.reply_markup;

describe('an answer from the console', () => {
  onEveryEngine((engine) => {
    it('is recorded as the operator and called back, and closes the chat message', async () => {
      const asking = await startAsking({ engine });
      const { gateway, ask, get, chat } = asking;
      const receiver = await startReceiver();
      const browser = await setUpConsole(gateway);
      const { operator } = (await browser.request('GET', '/console/session')).json;
      await ask({ options: ['Yes', 'No'], callback_url: receiver.url });
      const given = await answer(browser, 1, 'option', 'No');
      expect(given.json).toMatchObject({
        state: 'answered',
        answer: 'No',
        answered_by_id: `operator:${operator.id}`,
        answered_by_username: 'Ada',
      });
      expect(await get(1)).toEqual(given.json);
      const [callback] = await receiver.waitFor(1);
      expect(callback?.json).toMatchObject({
        type: 'prompt.answered',
        answer: { type: 'option', value: 'No' },
        answered_by: { id: `operator:${operator.id}`, username: 'Ada' },
      });
      await until(() => chat()[0]?.includes('✅ No (Ada)'));
      expect(buttonsOf(asking)).toBeUndefined();
      expect((await browser.request('GET', '/v1/audit?action=prompt.answered')).json).toMatchObject([
        { actor: { kind: 'operator', id: operator.id }, resource: { kind: 'prompt', id: '#1' } },
      ]);
    });

    it('and presses at the same time record one answer', async () => {
      const asking = await startAsking({ engine });
      const { telegram, ada, gateway, ask, get } = asking;
      const receiver = await startReceiver();
      const browser = await setUpConsole(gateway);
      for (let num = 1; num <= 6; num += 1) {
        await ask({ options: ['chat', 'console'], callback_url: receiver.url });
        const [press, ...given] = await Promise.all([
          telegram.press({ chat: ada, button: 'chat' }),
          answer(browser, num, 'option', 'console'),
          answer(browser, num, 'option', 'console'),
        ]);
        const wins =
          given.filter(({ status }) => status === 200).length + (press.notice?.startsWith('Recorded') ? 1 : 0);
        expect(wins).toBe(1);
        for (const { status } of given) expect([200, 409]).toContain(status);
        const { answer: kept } = await get(num);
        expect(kept).toBe(press.notice?.startsWith('Recorded') ? 'chat' : 'console');
        await until(() => receiver.received.length === num);
      }
      expect((await browser.request('GET', '/v1/audit?action=prompt.answered')).json.length).toBeLessThanOrEqual(6);
    });
  });

  it('is rejected for keys, open gateways and viewers', async () => {
    const { gateway, ask, get } = await startAsking();
    const owner = await setUpConsole(gateway);
    await ask({ options: ['Yes'] });
    expect(await answer(openBrowser(gateway), 1, 'option', 'Yes')).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('operator') },
    });
    const { key } = (await owner.request('POST', '/v1/keys/new', { name: 'x', preset: 'admin' })).json;
    const byKey = await gateway.request('POST', '/v1/prompts/1/answer', {
      headers: { 'x-api-key': key },
      body: { type: 'option', value: 'Yes' },
    });
    expect(byKey.status).toBe(403);
    expect((await get(1)).state).toBe('pending');
  });

  it('must be an option, or a text when text is allowed', async () => {
    const { gateway, ask } = await startAsking();
    const browser = await setUpConsole(gateway);
    await ask({ options: ['Yes', 'No'] });
    await ask({ allow_text: true });
    const refused = (detail: string) => ({
      status: 400,
      json: { detail: expect.stringContaining(detail), issues: [{ path: ['value'] }] },
    });
    expect(await answer(browser, 1, 'option', 'Maybe')).toMatchObject(refused('"Yes", "No"'));
    expect(await answer(browser, 1, 'text', 'Yes')).toMatchObject(refused('no text'));
    expect(await answer(browser, 2, 'option', 'Yes')).toMatchObject(refused('no options'));
    expect(await answer(browser, 2, 'text', '  ')).toMatchObject(refused('blank'));
    expect((await answer(browser, 2, 'text', ' on Monday \n')).json.answer).toBe('on Monday');
    expect((await answer(browser, 3, 'text', 'x')).status).toBe(404);
  });

  it('to a closed prompt is rejected with how it was closed', async () => {
    const clock = manualClock();
    const { telegram, ada, gateway, ask } = await startAsking({ clock });
    const browser = await setUpConsole(gateway);
    await ask({ options: ['Yes', 'No'] });
    await telegram.press({ chat: ada, button: 'Yes' });
    const late = await answer(browser, 1, 'option', 'No');
    expect(late).toMatchObject({
      status: 409,
      json: { detail: 'Prompt #1 is already answered: "Yes" by Ada.' },
    });
    await ask({ options: ['Yes'], ttl_sec: 60 });
    await ask({ options: ['Yes'] });
    await browser.request('POST', '/v1/prompts/3/cancel');
    clock.skip(60_000);
    for (const [num, how] of [
      [2, 'expired'],
      [3, 'cancelled'],
    ] as const)
      expect(await answer(browser, num, 'option', 'Yes')).toMatchObject({
        status: 409,
        json: { detail: expect.stringContaining(how) },
      });
  });
});
