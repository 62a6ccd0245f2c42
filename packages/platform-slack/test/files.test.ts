import type { InboundFile } from '@gateway/platform-kit';
import { expectNoSecret, rejection, webhookRequest, type TestConnection } from '@gateway/platform-kit/testing';
import { signSlackRequest, until } from '@gateway/simulators/slack';
import { describe, expect, it } from 'vitest';
import { connect, receiveAt, start } from './harness.js';

const report = { name: 'report.txt', type: 'text/plain', bytes: Buffer.from('All is well.') };

const filesOf = ({ stored }: TestConnection): InboundFile[] =>
  stored.flatMap((event) => ('files' in event && event.files) || []);

async function read(one: InboundFile | undefined): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of (await one?.read(new AbortController().signal)) ?? []) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

/** A connection that received a message with this file, and the requests that it made since. */
async function received(file: object, answer: () => unknown = () => new Response('content')) {
  const requests: { url: string; headers: Headers }[] = [];
  const harness = await connect({
    fetch: async (input, init) => {
      requests.push({ url: input as string, headers: new Headers(init?.headers) });
      const given = answer();
      return given instanceof Response ? given : Response.json(given);
    },
  });
  const event = {
    type: 'message',
    subtype: 'file_share',
    channel: 'C00OPS',
    user: 'U00ADA',
    text: '',
    ts: '1.1',
    files: [file],
  };
  const body = JSON.stringify({ type: 'event_callback', event_id: 'Ev1', event });
  await harness.connection.webhook!(webhookRequest(body, signSlackRequest('secret', body, Date.now())));
  requests.length = 0;
  return { harness, requests, file: filesOf(harness)[0] };
}

describe('Slack files', () => {
  it('of another organization are looked up by their ids', async () => {
    const { sim, ada, channel, harness, connection } = await start();
    await receiveAt(sim, connection);
    sim.sendFiles({ channel, user: ada, files: [report], onlyIds: true });
    await until(() => filesOf(harness).length > 0);
    expect(filesOf(harness)).toMatchObject([{ name: null, size: null }]);
    expect(await read(filesOf(harness)[0])).toBe('All is well.');
    expect(sim.calls({ method: 'files.info' })).toHaveLength(1);
  });

  it('that the token may not read are an error that names the scope, not a page to sign in', async () => {
    const { sim, ada, channel, harness, connection } = await start();
    sim.removeScope('files:read');
    await receiveAt(sim, connection);
    sim.sendFiles({ channel, user: ada, files: [report] });
    await until(() => filesOf(harness).length > 0);
    const error = await rejection(read(filesOf(harness)[0]));
    expect(error).toMatchObject({ code: 'forbidden', hint: expect.stringContaining('files:read') as string });
    expectNoSecret(error, sim.botToken);
  });

  it('say in the test of a channel that the scope is missing', async () => {
    const { sim, channel, connection } = await start();
    sim.removeScope('files:read');
    expect((await connection.probe(channel.id)).remarks).toEqual([expect.stringContaining('files:read')]);
  });

  it.each([
    'https://files.slack.com/files-pri/T1-F1/download/a.txt',
    'https://acme.enterprise.slack.com/files-pri/T1-F1/download/a.txt',
  ])('are fetched with the bot token from %s', async (url_private_download) => {
    const { file, requests } = await received({ id: 'F1', name: 'a.txt', size: 1, url_private_download });
    expect(file).toMatchObject({ name: 'a.txt', size: 1 });
    expect(await read(file)).toBe('content');
    expect(requests.map(({ url }) => url)).toEqual([url_private_download]);
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer xoxb-1');
  });

  it.each([
    'https://evil.example/files-pri/T1-F1/a.txt',
    'https://slack.com.evil.example/a.txt',
    'https://evilslack.com/a.txt',
    'http://files.slack.com/a.txt',
    'https://files.slack.com@evil.example/a.txt',
    'http://169.254.169.254/latest/meta-data',
  ])('at %s are refused without a request', async (url_private_download) => {
    const { file, requests } = await received({ id: 'F1', mode: 'external', is_external: true, url_private_download });
    expect(await rejection(read(file))).toMatchObject({ name: 'PlatformError', code: 'invalid' });
    expect(requests).toEqual([]);
  });

  it('whose look-up names another host are refused after the look-up', async () => {
    const info = { ok: true, file: { id: 'F1', url_private_download: 'https://evil.example/a.txt' } };
    const { file, requests } = await received({ id: 'F1', file_access: 'check_file_info' }, () => info);
    expect(await rejection(read(file))).toMatchObject({ name: 'PlatformError', code: 'invalid' });
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/files.info']);
  });

  it.each(['tombstone', 'hidden_by_limit'])('with the mode %s are none', async (mode) => {
    const { harness } = await received({ id: 'F1', mode });
    expect(harness.stored).toEqual([]);
  });

  it('pass on a name with a path and control characters', async () => {
    const name = '..\\..\\a\u0000/b\u202e.txt';
    const { file } = await received({ id: 'F1', name, size: 1, url_private: 'https://files.slack.com/a' });
    expect(file).toMatchObject({ name, size: 1 });
    expect(await read(file)).toBe('content');
  });
});
