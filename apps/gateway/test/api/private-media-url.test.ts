import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { sqlite } from '../harness/engines.js';
import { png, startWebServer } from '../harness/files.js';
import { startOnce } from '../harness/shared.js';
import { startWithTeams } from '../harness/teams.js';
import { limitMs } from '../harness/until.js';
import { startAsking } from './asking.js';

/** A web server in the private network, and the requests that it got. */
async function startIntranet() {
  const requests: { path: string; authorization: string | undefined; agent: string | undefined }[] = [];
  const origin = await startWebServer((request, response) => {
    const { url: path = '', headers } = request;
    requests.push({ path, authorization: headers.authorization, agent: headers['user-agent'] });
    const [, first = '', target = ''] = path.split('/');
    if (first === 'to') response.writeHead(302, { location: decodeURIComponent(target) }).end();
    else if (first === 'large') response.end(Buffer.alloc(700_000));
    else if (first === 'empty') response.end();
    else if (first === 'endless') response.write('a beginning');
    else response.setHeader('content-type', 'image/png').end(png);
  });
  return { origin, requests, port: new URL(origin).port };
}

const auth = { USE_AUTH: 'true', GATEWAY_API_KEY: 'an admin key for tests' };
const withAuth = async (env: Record<string, string> = {}) =>
  await startAsking({ env: { ...(await sqlite.empty()), ...auth, ...env } });

describe('a media_url at a private address', () => {
  const allowed = startOnce(async () => ({
    intranet: await startIntranet(),
    ...(await withAuth({
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      MAX_MEDIA_SIZE_MB: '0.5',
      CALLBACK_TIMEOUT_MS: String(limitMs(500)),
    })),
  }));
  const refusal = async (media_url: string) => {
    const refused = await allowed().post({ channel_id: 'approvals', text: 'Well?', media_url });
    expect([refused.status, refused.json.issues?.[0].path]).toEqual([400, ['media_url']]);
    return refused.json.detail as string;
  };

  it('is fetched by the gateway and uploaded to Telegram', async () => {
    const { intranet, ask, get, telegram, ada } = allowed();
    const media_url = `${intranet.origin.replace('http://', 'http://bob:secret@')}/charts/M%C3%A4rz.png?size=1`;
    const num = await ask({ media_url, options: ['Fine'] });
    expect(telegram.messages({ chat: ada }).at(-1)?.photo).toMatchObject([{ file_size: png.length }]);
    expect(intranet.requests.filter(({ path }) => path.startsWith('/charts'))).toEqual([
      {
        path: '/charts/M%C3%A4rz.png?size=1',
        authorization: `Basic ${Buffer.from('bob:secret').toString('base64')}`,
        agent: 'gateway/0.1',
      },
    ]);
    expect(await get(num)).toMatchObject({ media_url: media_url.replace('bob:secret@', '') });
  });

  it('is followed through a redirect to another allowed address', async () => {
    const { intranet, ask, telegram, ada } = allowed();
    await ask({ media_url: `${intranet.origin}/to/${encodeURIComponent('/chart.png')}` });
    expect(telegram.messages({ chat: ada }).at(-1)?.photo).toBeDefined();
  });

  it('is refused when a redirect leads to an address that is not allowed', async () => {
    const { intranet } = allowed();
    const through = (target: string) => refusal(`${intranet.origin}/to/${encodeURIComponent(target)}`);
    expect(await through(`http://127.0.0.2:${intranet.port}/chart.png`)).toContain('OUTBOUND_ALLOWED_HOSTS');
    expect(await through('http://169.254.169.254/latest')).toContain('never calls');
    expect(await through('file:///etc/passwd')).toContain('not http or https');
    const itself = `${intranet.origin}/to/${encodeURIComponent(`${intranet.origin}/to`)}`;
    expect(await refusal(itself)).toMatch(/redirects more than 3 times|answered 302/);
  });

  it('is refused with the limit when the file is larger than MAX_MEDIA_SIZE_MB', async () => {
    const { intranet } = allowed();
    expect(await refusal(`${intranet.origin}/large`)).toBe(
      'The file at media_url cannot be fetched: it is larger than 0.5 MB (MAX_MEDIA_SIZE_MB).',
    );
  });

  it('is refused with the time limit when the file does not end in time', async () => {
    const { intranet } = allowed();
    expect(await refusal(`${intranet.origin}/endless`)).toBe(
      `The file at media_url cannot be fetched: it took longer than ${limitMs(500)} ms.`,
    );
  });

  it('is refused with the reason when nothing listens there, or the file is empty', async () => {
    const { intranet } = allowed();
    expect(await refusal('http://127.0.0.1:1/chart.png')).toContain('nothing listens there');
    expect(await refusal(`${intranet.origin}/empty`)).toContain('The file is empty');
  });

  it('is refused with the setting when its name leads to an address that OUTBOUND_ALLOWED_HOSTS does not allow', async () => {
    const { origin, port, requests } = await startIntranet();
    const { post, telegram, ada } = await withAuth();
    for (const media_url of [`${origin}/chart.png`, `http://${hostname()}:${port}/chart.png`]) {
      const refused = await post({ channel_id: 'approvals', text: 'Well?', media_url });
      expect(refused).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining('OUTBOUND_ALLOWED_HOSTS') },
      });
    }
    expect(requests).toEqual([]);
    expect(telegram.messages({ chat: ada })).toEqual([]);
  });

  it('is hosted for Microsoft Teams', async () => {
    const { origin } = await startIntranet();
    const { gateway, card } = await startWithTeams();
    const media_url = `${origin}/chart.png`;
    const body = { channel_id: 'ops', text: 'Well?', options: ['Fine'], media_url };
    expect((await gateway.request('POST', '/v1/prompts/new', { body })).status).toBe(200);
    const image = card().find(({ type }) => type === 'Image');
    expect(image?.['url']).toMatch(/^https:\/\/gateway\.example\.com\/media\/[\w-]{22}\/chart\.png$/);
    expect((await gateway.request('GET', '/v1/prompts/1')).json).toMatchObject({ media_url });
  });
});

describe('a media_url at a public address', () => {
  it('is passed to the platform, also when its name does not resolve here', async () => {
    const { gateway, card } = await startWithTeams();
    for (const media_url of ['https://files.example.invalid/chart.png', 'https://93.184.216.34/chart.png']) {
      const body = { channel_id: 'ops', text: 'Well?', media_url };
      expect((await gateway.request('POST', '/v1/prompts/new', { body })).status).toBe(200);
      expect(card()[1]).toMatchObject({ type: 'Image', url: media_url });
    }
  });
});
