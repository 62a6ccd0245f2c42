import { describe, expect, expectTypeOf, it } from 'vitest';
import { ConnectionError, Gateway, GatewayError, type Outcome } from '@gateway/client';
import { manualClock } from '../harness/clock.js';
import { freePort } from '../harness/free-port.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { startClient, startClientOnce } from './asking.js';

const ownChat = startClientOnce();

describe('askHuman', () => {
  it('resolves with the option that a person presses, and with the person', async () => {
    const { client, press, ada, id, channel } = await ownChat();
    const asked = client.askHuman({ text: 'Deploy?', options: ['Yes', 'No'] });
    await press('Yes');
    const outcome = await asked;
    expect(outcome).toMatchObject({
      status: 'answered',
      promptId: id(1),
      answer: { type: 'option', value: 'Yes' },
      answeredBy: { id: String(ada.id), username: 'ada' },
      prompt: { text: 'Deploy?', channel_id: channel },
    });
    if (outcome.status === 'answered') {
      expectTypeOf(outcome.answer.type).toEqualTypeOf<'option'>();
      expectTypeOf(outcome.answer.value).toEqualTypeOf<'Yes' | 'No'>();
    }
  });

  it('allows a text answer when it gives no options', async () => {
    const { client, telegram, ada, get, id } = await ownChat();
    const asked = client.askHuman({ text: 'What shall the release be called?' });
    await until(async () => (await get(1)).state === 'pending');
    telegram.writeText({ chat: ada, text: `ID:${id(1)} Ada Lovelace` });
    expect(await asked).toMatchObject({ answer: { type: 'text', value: 'Ada Lovelace' } });
  });

  it('createBatch asks several questions, and again with the same key only what was not asked', async () => {
    const { client, get, id, channel } = await ownChat();
    const prompts = [
      { text: 'Berlin?', options: ['Yes'] },
      { text: 'Nowhere?', options: ['Yes'], channel_id: 'nowhere' },
    ];
    const idempotencyKey = `batch-${id(1)}`;
    const { results } = await client.createBatch(prompts, { idempotencyKey });
    expect(results).toMatchObject([{ prompt_id: id(1), channel_id: channel }, { code: 'channel_not_found' }]);
    expect((await client.createBatch(prompts, { idempotencyKey })).results).toEqual(results);
    expect(await get(1)).toMatchObject({ text: 'Berlin?' });
  });

  it('addNote says under the question what became of the answer, once for each key', async () => {
    const { client, press, get, id } = await ownChat();
    const asked = client.askHuman({ text: 'Deploy?', options: ['Yes'] });
    await press('Yes');
    const { promptId } = (await asked) as { promptId: string };
    const note = { kind: 'done', text: 'It is deployed.' } as const;
    const added = await client.addNote(promptId, note, { idempotencyKey: `note-${id(1)}` });
    expect(await client.addNote(promptId, note, { idempotencyKey: `note-${id(1)}` })).toEqual(added);
    expect((await get(1)).notes).toEqual([added]);
  });

  it('resolves as expired, not as an answer, when the question expires', async () => {
    const clock = manualClock();
    const { client, get } = await startClient({ clock });
    const asked = client.askHuman({ text: 'Deploy?', options: ['Yes'], ttl_sec: 10 });
    const idle = clock.waiting;
    await until(async () => (await get(1)).state === 'pending' && clock.waiting > idle);
    clock.advance(11_000);
    expect(await asked).toMatchObject({ status: 'expired', reason: 'ttl', detail: null, prompt: { state: 'expired' } });
  });

  it('resolves as pending after waitSec, and leaves the question open', async () => {
    const { client, press, id } = await ownChat();
    const outcome = await client.askHuman({ text: 'Deploy?', options: ['Yes'] }, { waitSec: 0 });
    expect(outcome).toEqual({ status: 'pending', promptId: id(1) });
    await press('Yes');
    expect(await client.waitForAnswer(outcome.promptId)).toMatchObject({ answer: { value: 'Yes' } });
    expect(await client.waitForAnswer(id(1).slice(1), { waitSec: 0 })).toMatchObject({ status: 'answered' });
  });

  it('rejects with the reason of the signal, and leaves the question open unless cancelOnAbort is set', async () => {
    const { client, get } = await ownChat();
    for (const [num, cancelOnAbort, state] of [
      [1, false, 'pending'],
      [2, true, 'expired'],
    ] as const) {
      const stop = new AbortController();
      const onCreated = () => void setTimeout(() => stop.abort(new Error('The agent stops.')), 20);
      const asked = client.askHuman({ text: 'Deploy?' }, { signal: stop.signal, cancelOnAbort, onCreated });
      await expect(asked).rejects.toThrow('The agent stops.');
      expect((await get(num)).state).toBe(state);
    }
  });

  it('asks once for each idempotency key', async () => {
    const { client, press, asked } = await ownChat();
    const ask = (): Promise<Outcome> =>
      client.askHuman({ text: 'Deploy?', options: ['Yes'] }, { idempotencyKey: 'release-2.4.0' });
    const first = ask();
    await press('Yes');
    expect(await ask()).toEqual(await first);
    expect(await asked()).toHaveLength(1);
  });

  it('attaches a file', async () => {
    const { client, telegram, ada } = await ownChat();
    const file = new Blob(['plan'], { type: 'text/plain' });
    const question = { text: 'Is this right?', options: ['Yes', 'No'], ttl_sec: 60 };
    await client.askHuman(question, { file, waitSec: 0 });
    expect(telegram.messages({ chat: ada })[0]).toMatchObject({ caption: expect.stringContaining('Is this right?') });
  });
});

describe('an error of the client', () => {
  it('has the code, the status and the advice of the gateway', async () => {
    const { client } = await ownChat();
    const refused = await client.askHuman({ text: 'Deploy?', channel_id: 'nowhere' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GatewayError);
    expect(refused).toMatchObject({ status: 400, code: 'channel_not_found', retryable: false, retryAfterSec: null });
    await expect(client.waitForAnswer('#7000')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(client.waitForAnswer('seven')).rejects.toThrow('A prompt id has the form #12 or 12.');
  });

  it('is thrown for a wrong waitSec before the question is asked', async () => {
    const { client, asked } = await ownChat();
    for (const waitSec of [NaN, -1, '5' as unknown as number])
      await expect(client.askHuman({ text: 'Deploy?' }, { waitSec })).rejects.toThrow(
        'waitSec must be a number of seconds, 0 or more.',
      );
    expect(await asked()).toEqual([]);
    expect(() => new Gateway({ url: 'http://localhost:8100', retrySec: NaN })).toThrow('retrySec must be a number');
  });

  it('says that a host name is unknown', async () => {
    const client = new Gateway({ url: 'http://gateway.invalid', retrySec: 0 });
    await expect(client.askHuman({ text: 'Deploy?' })).rejects.toThrow(
      /^No complete response from the gateway at http:\/\/gateway\.invalid: the host name (is unknown|cannot be resolved)/,
    );
  });

  it('says which scope a key lacks', async () => {
    const gateway = await startKeyedGateway();
    const { key } = await makeKey(gateway, { preset: 'readonly' });
    const client = new Gateway({ url: gateway.url, apiKey: key });
    await expect(client.askHuman({ text: 'Deploy?' })).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect(await client.request({ method: 'GET', path: '/v1/channels' })).toEqual([]);
  });

  it('is a ConnectionError when the gateway cannot be reached for retrySec, after retries', async () => {
    const retries: string[] = [];
    const url = `http://127.0.0.1:${await freePort()}`;
    const client = new Gateway({ url, retrySec: 1, onRetry: (error) => retries.push(error.name) });
    const asked = client.askHuman({ text: 'Deploy?' });
    await expect(asked).rejects.toThrow(`No complete response from the gateway at ${url}: the connection was refused.`);
    await expect(asked).rejects.toBeInstanceOf(ConnectionError);
    expect(retries.length).toBeGreaterThan(0);
  });

  it('is thrown at once for an address that cannot be used', () => {
    for (const url of ['gateway', 'ftp://gateway', 'http://user:secret@gateway'])
      expect(() => new Gateway({ url })).toThrow(/^url must be an http:\/\/ or https:\/\/ address without a user/);
  });
});
