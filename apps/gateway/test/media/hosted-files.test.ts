import { cancelPrompt, createChannel, createPrompt } from '@gateway/contract';
import { startGchatSimulator } from '@gateway/simulators/gchat';
import { describe, expect, it } from 'vitest';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { manualClock } from '../harness/clock.js';
import { setUpConsole } from '../harness/operators.js';
import { formWith, png } from '../harness/files.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { onCleanUp } from '../harness/shared.js';
import { PUBLIC_URL, startTeams, startWithTeams } from '../harness/teams.js';
import { until } from '../harness/until.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const question = { channel_id: 'ops', text: 'Publish this?', options: '["Yes","No"]' };

/** The path of a hosted file, from its public address. */
const pathOf = (url: string | undefined) => {
  expect(url).toMatch(/^https:\/\/gateway\.example\.com\/media\/[\w-]{22}\/[^/]+$/);
  return (url ?? '').slice(PUBLIC_URL.length);
};

async function fileAt(gateway: TestGateway, path: string, method = 'GET') {
  const response = await fetch(gateway.url + path, { method });
  const { status, headers } = response;
  return { status, header: (name: string) => headers.get(name), bytes: Buffer.from(await response.arrayBuffer()) };
}

const ask = (gateway: TestGateway, form: FormData) => gateway.request('POST', '/v1/prompts/new', { body: form });

onEveryEngine((engine) => {
  describe('a file on Microsoft Teams', () => {
    it('is hosted as an image in the card, also after the question was closed', async () => {
      const { gateway, card } = await startWithTeams({ engine });
      expect((await ask(gateway, formWith(question, { bytes: png, name: 'chart.png' }))).status).toBe(200);
      const image = () => card().find(({ type }) => type === 'Image');
      const path = pathOf(image()?.['url']);
      expect(path).toMatch(/chart\.png$/);
      expect((await fileAt(gateway, path)).bytes).toEqual(png);
      await gateway.call(cancelPrompt, { params: { id: '1' } });
      await until(() => card()[0]?.['text']?.includes('Cancelled') === true);
      expect(pathOf(image()?.['url'])).toBe(path);
      expect((await fileAt(gateway, path)).bytes).toEqual(png);
    });

    it('is served with the headers that keep a browser from running it', async () => {
      const { gateway, card } = await startWithTeams({ engine });
      await ask(gateway, formWith(question, { bytes: png, name: 'chart' }));
      const image = await fileAt(gateway, pathOf(card()[1]?.['url']));
      expect(image.header('content-type')).toBe('image/png');
      expect(image.header('content-disposition')).toMatch(/^inline; filename="chart\.png"/);
      const page = '<!doctype html><script>alert(1)</script>';
      await ask(gateway, formWith(question, { bytes: page, name: 'März "1".png', type: 'image/png' }));
      const link = /\((https:.*)\)$/.exec(card()[1]?.['text'] ?? '')?.[1];
      const html = await fileAt(gateway, pathOf(link));
      expect(html.bytes.toString()).toBe(page);
      expect(html.header('content-type')).toBe('application/octet-stream');
      expect(html.header('content-disposition')).toBe(
        `attachment; filename="M_rz _1_.png.bin"; filename*=UTF-8''M%C3%A4rz%20%221%22.png.bin`,
      );
      const markup = '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>';
      await ask(gateway, formWith(question, { bytes: markup, name: 'feed.xml', type: 'application/xml' }));
      const xml = await fileAt(gateway, pathOf(/\((https:.*)\)$/.exec(card()[1]?.['text'] ?? '')?.[1]));
      expect(xml.bytes.toString()).toBe(markup);
      expect(xml.header('content-type')).toBe('application/octet-stream');
      for (const file of [image, html, xml]) {
        expect(file.status).toBe(200);
        expect(file.header('x-content-type-options')).toBe('nosniff');
        expect(file.header('content-security-policy')).toBe("default-src 'none'; sandbox");
        expect(file.header('content-length')).toBe(String(file.bytes.length));
        expect(file.header('cache-control')).toBe('private, max-age=3600');
      }
    });

    it('of several chunks is served byte for byte', async () => {
      const { gateway, card } = await startWithTeams({ engine });
      const bytes = Buffer.concat([png, Buffer.alloc(300_000, 'some more bytes ')]);
      await ask(gateway, formWith(question, { bytes, name: 'large.png' }));
      expect((await fileAt(gateway, pathOf(card()[1]?.['url']))).bytes.equals(bytes)).toBe(true);
    });

    it('is served for three days after its question was closed, and then deleted', async () => {
      const clock = manualClock();
      const { gateway, card } = await startWithTeams({ engine, clock, env: { MAX_HOSTED_MEDIA_MB: '1' } });
      const bytes = Buffer.concat([png, Buffer.alloc(900_000)]);
      const form = () => formWith({ ...question, ttl_sec: '0' }, { bytes, name: 'a.png' });
      await ask(gateway, form());
      const path = pathOf(card()[1]?.['url']);
      const isServed = async () => (await fileAt(gateway, path, 'HEAD')).status === 200;
      for (let day = 0; day < 10; day += 1) {
        clock.advance(DAY);
        expect(await isServed(), `day ${day}`).toBe(true);
      }
      await gateway.call(cancelPrompt, { params: { id: '1' } });
      const closedAt = clock.now();
      await until(async () => {
        clock.advance(HOUR);
        return !(await isServed());
      });
      expect(clock.now() - closedAt).toBeGreaterThanOrEqual(3 * DAY);
      // Its space is free again.
      await until(async () => {
        clock.advance(HOUR);
        return (await ask(gateway, form())).status === 200;
      });
    });
  });
});

describe('a hosted file', () => {
  it('is previewed by operators in the console if its bytes are an image or a PDF file', async () => {
    const { gateway } = await startWithTeams();
    const console = await setUpConsole(gateway);
    const pdf = '%PDF-1.7\n1 0 obj\n';
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const files = [
      { bytes: png, name: 'chart.png', preview: 'image', type: 'image/png', shown: 'inline' },
      { bytes: pdf, name: 'plan.pdf', preview: 'pdf', type: 'application/pdf', shown: 'attachment' },
      { bytes: script, name: 'logo.svg', declared: 'image/svg+xml', preview: null },
      { bytes: script, name: 'logo.png', declared: 'image/png', preview: null },
      { bytes: 'Only words.', name: 'words.pdf', declared: 'application/pdf', preview: null },
    ];
    for (const [index, { bytes, name, declared, preview, type, shown }] of files.entries()) {
      await ask(gateway, formWith(question, { bytes, name, ...(declared && { type: declared }) }));
      const path = `/v1/prompts/${index + 1}`;
      expect((await console.request('GET', `${path}/file`)).json.file, name).toMatchObject({ preview });
      const reply = await console.request('GET', `${path}/media`);
      if (preview === null) {
        expect(reply.status, name).toBe(404);
        continue;
      }
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
      expect(reply.headers.get('content-length')).toBe(String(bytes.length));
      expect(reply.headers.get('content-disposition')).toBe(`${shown}; filename="${name}"; filename*=UTF-8''${name}`);
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
    for (const path of ['/v1/prompts/1/file', '/v1/prompts/1/media'])
      expect((await gateway.request('GET', path)).status, 'not with a key').toBe(403);
    await gateway.call(createPrompt, { body: { channel_id: 'ops', text: 'Without a file?', options: ['Yes'] } });
    expect((await console.request('GET', '/v1/prompts/6/file')).json).toEqual({ file: null });
    expect((await console.request('GET', '/v1/prompts/7/file')).status).toBe(404);
  });

  it('is found only at its whole address, by GET and HEAD', async () => {
    const { gateway, card } = await startWithTeams();
    await ask(gateway, formWith(question, { bytes: png, name: 'chart.png' }));
    const path = pathOf(card()[1]?.['url']);
    const head = await fileAt(gateway, path, 'HEAD');
    expect([head.status, head.header('content-length'), head.bytes.length]).toEqual([200, String(png.length), 0]);
    const [, , token = ''] = path.split('/');
    const wrong = ['/media', '/media/', `/media/${token}`, `/media/${token}/`, `/media/${token}/other.png`];
    const other = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const each of [...wrong, `/media/${other}/chart.png`, '/media/x/chart.png'])
      expect((await gateway.request('GET', each)).status, each).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await gateway.request(method, path);
      expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'GET, HEAD']);
    }
  });

  it('has an address that is in no log line and no response of the API', async () => {
    const { gateway, card } = await startWithTeams();
    const asked = await ask(gateway, formWith(question, { bytes: png, name: 'chart.png' }));
    const path = pathOf(card()[1]?.['url']);
    const [, , token = ''] = path.split('/');
    await fileAt(gateway, path);
    await fileAt(gateway, path.toUpperCase().replace(token.toUpperCase(), token));
    const records = [asked, await gateway.request('GET', '/v1/prompts/1'), await gateway.request('GET', '/v1/audit')];
    expect(records.map(({ text }) => text).join('\n')).not.toContain(token);
    await until(() => gateway.logLines.some((line) => line.includes('/media/[secret]')));
    expect(gateway.logLines.join('\n')).not.toContain(token);
  });

  it('is refused without PUBLIC_WEBHOOK_URL, with the setting to change', async () => {
    const { gateway, teams, chat } = await startWithTeams({ env: { PUBLIC_WEBHOOK_URL: '' } });
    expect(await ask(gateway, formWith(question, { bytes: png, name: 'chart.png' }))).toMatchObject({
      status: 400,
      json: { code: 'validation', detail: expect.stringContaining('set PUBLIC_WEBHOOK_URL') },
    });
    expect(teams.messages(chat)).toEqual([]);
  });

  it('is refused when all hosted files would take more than MAX_HOSTED_MEDIA_MB, and one that was not posted takes nothing', async () => {
    const { gateway, teams, chat } = await startWithTeams({ env: { MAX_HOSTED_MEDIA_MB: '1' } });
    const form = () => formWith(question, { bytes: Buffer.alloc(600_000, 'x'), name: 'notes.txt' });
    for (let round = 0; round < 3; round += 1) {
      teams.failNext('sendToConversation', { answer: { status: 403, body: '{}' } });
      expect((await ask(gateway, form())).json.code).toBe('platform_forbidden');
    }
    expect((await ask(gateway, form())).status).toBe(200);
    expect(await ask(gateway, form())).toMatchObject({
      status: 400,
      json: { code: 'media_storage_full', detail: expect.stringContaining('MAX_HOSTED_MEDIA_MB') },
    });
    expect(teams.messages(chat)).toHaveLength(1);
    expect((await gateway.request('GET', '/v1/prompts?state=all')).json).toHaveLength(1);
  });

  it('is shown on Google Chat, also after the question was closed', async () => {
    const chat = await startGchatSimulator();
    onCleanUp(() => chat.close());
    const gateway = await startTestGateway({
      env: {
        PUBLIC_WEBHOOK_URL: PUBLIC_URL,
        PLATFORM_GCHAT_API_URL: chat.endpoints.api,
        PLATFORM_GCHAT_TOKEN_URL: chat.endpoints.token,
        PLATFORM_GCHAT_JWKS_URL: chat.endpoints.jwks,
      },
    });
    const space = chat.addSpace('Operations');
    await gateway.call(createChannel, {
      body: {
        channel_id: 'ops',
        platform: 'gchat',
        target_chat_id: space.name,
        channel_type: 'PROMPT',
        credentials: { service_account_json: chat.serviceAccountJson, google_chat_project_number: chat.projectNumber },
      },
    });
    await ask(gateway, formWith(question, { bytes: png, name: 'chart.png' }));
    const image = () =>
      JSON.stringify(chat.messages(space)[0]?.cardsV2).match(/"imageUrl":"([^"]+)"/)?.[1] ?? undefined;
    const path = pathOf(image());
    await gateway.call(cancelPrompt, { params: { id: '1' } });
    await until(() => chat.messages(space)[0]?.text?.includes('Cancelled') === true);
    expect(pathOf(image())).toBe(path);
    expect((await fileAt(gateway, path)).bytes).toEqual(png);
  });
});

onPostgres((engine) => {
  it('a hosted file is served by every instance, and counted by all', async () => {
    const database = await engine.empty();
    const { env, register, card } = await startTeams();
    const start = () => startTestGateway({ env: { ...database, ...env, MAX_HOSTED_MEDIA_MB: '1' } });
    const [first, second] = [await start(), await start()];
    await register(first);
    const bytes = Buffer.concat([png, Buffer.alloc(600_000)]);
    const form = () => formWith(question, { bytes, name: 'chart.png' });
    await until(async () => (await second.request('GET', '/v1/channels/ops')).status === 200);
    expect((await ask(first, form())).status).toBe(200);
    expect((await fileAt(second, pathOf(card()[1]?.['url']))).bytes.equals(bytes)).toBe(true);
    expect((await ask(second, form())).json.code).toBe('media_storage_full');
  });
});
