import { expect, describe, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const text = 'Is the secret plan good?';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly prompt_id?: string;
  readonly correlation_id?: string;
  readonly channel_id?: string;
  readonly event_id?: string;
  /** Of a request. */
  readonly path?: string;
}

describe('the log lines of a prompt', () => {
  it.each(['press', 'text', 'console', 'cancel', 'expiry'] as const)(
    'name the prompt, its correlation id and its event (ended by %s)',
    async (end) => {
      const clock = manualClock();
      const { gateway, telegram, ada, post } = await startAsking({ clock });
      const receiver = await startReceiver(
        (_received, response, count) => void response.writeHead(count === 1 ? 500 : 200).end(),
      );
      const browser = end === 'console' ? await setUpConsole(gateway) : null;
      const { json } = await post({
        channel_id: 'approvals',
        text,
        options: ['Yes'],
        allow_text: true,
        callback_url: receiver.url,
        notify_on_expiry: true,
        correlation_id: 'order-77',
        ttl_sec: 60,
      });
      if (end === 'press') await telegram.press({ chat: ada, button: 'Yes' });
      if (end === 'text') telegram.writeText({ chat: ada, text: 'ID:#1 a private answer' });
      if (end === 'console') {
        const given = await browser?.request('POST', '/v1/prompts/1/answer', {
          type: 'text',
          value: 'a private answer',
        });
        expect(given?.status).toBe(200);
      }
      if (end === 'cancel') expect((await gateway.request('POST', '/v1/prompts/1/cancel')).status).toBe(200);
      if (end === 'expiry') clock.advance(60_000);

      const lines = () => gateway.logLines.map((line): Line => JSON.parse(line));
      const of = (message: string) => lines().find(({ msg }) => msg === message);
      await until(() => of("A closed prompt's message was updated"));
      await until(() => of('A callback failed; it will be retried'));
      // The failure must be recorded before the clock is advanced.
      await until(async () => (await gateway.request('GET', '/v1/deliveries')).json[0]?.next_attempt_at !== null);
      clock.advance(6000);
      await until(() => of('A callback was delivered'));

      const ended = { cancel: 'A prompt was cancelled', expiry: 'A prompt expired' };
      const expected = {
        level: 30,
        prompt_id: json.prompt_id,
        correlation_id: 'order-77',
        channel_id: 'approvals',
      };
      const event = { event_id: receiver.received[0]?.json.event_id };
      expect(of('A prompt was asked')).toMatchObject(expected);
      const over = end === 'cancel' || end === 'expiry' ? ended[end] : 'A prompt was answered';
      expect(of(over)).toMatchObject({ ...expected, ...event });
      expect(of('A callback failed; it will be retried')).toMatchObject({ ...expected, ...event, level: 40 });
      expect(of('A callback was delivered')).toMatchObject({ ...expected, ...event });
      expect(of("A closed prompt's message was updated")).toMatchObject(expected);
      expect(gateway.logLines.filter((line) => line.includes(text) || line.includes('a private answer'))).toEqual([]);
      // Searching for the id finds all: no line after the question lacks it, except requests that concern no prompt.
      const askedAt = lines().findIndex(({ msg }) => msg === 'A prompt was asked');
      const others = lines()
        .slice(askedAt)
        .filter(({ prompt_id }) => prompt_id !== json.prompt_id);
      expect(others.filter(({ msg, path = '' }) => msg !== 'request' || path.startsWith('/v1/prompts/1'))).toEqual([]);
    },
  );

  it('name the prompt of a refused press and text once each, and of an explanation that could not be sent', async () => {
    const { gateway, telegram, ada, post } = await startAsking();
    const body = { channel_id: 'approvals', text, options: ['Yes'], correlation_id: 'order-77' };
    await post(body);
    const lines = (message: string) =>
      gateway.logLines.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === message);
    telegram.failNext('sendMessage', { error: { code: 403, description: 'Forbidden' } });
    telegram.writeText({ chat: ada, text: 'ID:#1 a private answer' });
    await until(() => lines('A person could not be notified why their text was refused').length === 1);
    const data = telegram.messages({ chat: ada })[0]?.reply_markup?.inline_keyboard[0]?.[0]?.callback_data ?? '';
    await telegram.press({ chat: ada, button: 'Yes' });
    await telegram.press({ chat: ada, message: 1, button: { data }, stale: true });
    const update = telegram.updates().findLast(({ callback_query }) => callback_query !== undefined);
    telegram.redeliver(update?.update_id ?? 0);
    await post(body);
    await telegram.press({ chat: ada, button: 'Yes' });
    const expected = { prompt_id: '#1', channel_id: 'approvals', correlation_id: 'order-77' };
    expect(lines('A text was refused')).toEqual([
      expect.objectContaining({ ...expected, level: 30, state: 'pending' }),
    ]);
    expect(lines('A press was refused')).toEqual([
      expect.objectContaining({ ...expected, level: 30, state: 'answered' }),
    ]);
    expect(lines('A person could not be notified why their text was refused')).toEqual([
      expect.objectContaining(expected),
    ]);
    expect(gateway.logLines.filter((line) => line.includes(text) || line.includes('a private answer'))).toEqual([]);
  });

  it('omit an absent correlation id, and name the prompt that the platform refused', async () => {
    const { gateway, telegram, ada, post } = await startAsking({});
    await post({ channel_id: 'approvals', text, options: ['Yes'] });
    telegram.blockBot(ada);
    await post({ channel_id: 'approvals', text, options: ['Yes'], correlation_id: 'order-78' });
    const lines = gateway.logLines.map((line): Line => JSON.parse(line));
    const asked = lines.find(({ msg }) => msg === 'A prompt was asked');
    expect(asked?.prompt_id).toBe('#1');
    expect(asked).not.toHaveProperty('correlation_id');
    expect(lines.find(({ msg }) => msg === 'A platform call failed')).toMatchObject({
      prompt_id: '#2',
      correlation_id: 'order-78',
    });
  });

  it('of requests name the prompt by path or reply, and only where a request concerns one', async () => {
    const { gateway, post } = await startAsking({});
    const receiver = await startReceiver();
    const correlation_id = 'order-77';
    const asked = { channel_id: 'approvals', text, correlation_id, callback_url: receiver.url, notify_on_expiry: true };
    const headers = { 'idempotency-key': 'order-77' };
    for (let times = 0; times < 2; times += 1)
      await gateway.request('POST', '/v1/prompts/new', { body: asked, headers });
    await post({ ...asked, options: 'none' });
    await gateway.request('POST', '/v1/prompts/1/cancel');
    const [delivery] = await until(async () => {
      const { json } = await gateway.request('GET', '/v1/deliveries?prompt_id=1');
      return json.length > 0 && json;
    });
    const paths = ['prompts/%231?wait=1', 'prompts/99', 'prompts/x', 'prompts?ids=1', `deliveries/${delivery.id}`];
    for (const path of paths) await gateway.request('GET', `/v1/${path}`);

    const lines = () => gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    await until(() => lines().some(({ path }) => path.startsWith('/v1/deliveries/')));
    const ids = (wanted: string) =>
      lines().flatMap(({ path, prompt_id = null }) => (path === wanted ? [prompt_id] : []));
    expect(ids('/v1/prompts/new')).toEqual(['#1', '#1', null]);
    for (const path of ['1/cancel', '%231']) expect(ids(`/v1/prompts/${path}`)).toEqual(['#1']);
    expect(ids('/v1/prompts/99')).toEqual(['#99']);
    expect(ids(`/v1/deliveries/${delivery.id}`)).toEqual(['#1']);
    const correlated = lines().filter((line) => line.correlation_id === correlation_id);
    expect(correlated.map(({ path, prompt_id }) => [path, prompt_id])).toEqual([
      ['/v1/prompts/new', '#1'],
      ['/v1/prompts/new', '#1'],
      // The rejected one.
      ['/v1/prompts/new', undefined],
      ['/v1/prompts/1/cancel', '#1'],
      ['/v1/prompts/%231', '#1'],
    ]);
    for (const path of ['/x', '']) expect(ids(`/v1/prompts${path}`)).toEqual([null]);
  });
});
