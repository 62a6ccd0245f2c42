import { expect, it } from 'vitest';
import { png, startWebServer } from '../harness/files.js';
import { setUpConsole } from '../harness/operators.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

it('previews images and PDF files of media_url for operators only, by their bytes, under the rules for addresses', async () => {
  let served: { readonly bytes: Buffer | string; readonly type?: string; readonly to?: string } = { bytes: png };
  const origin = await startWebServer((_, response) => {
    if (served.to !== undefined) return void response.writeHead(302, { location: served.to }).end();
    response.setHeader('content-type', served.type ?? 'image/png').end(served.bytes);
  });
  const asking = await startAsking({ env: { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', MAX_MEDIA_SIZE_MB: '0.1' } });
  const console = await setUpConsole(asking.gateway);
  const num = await asking.ask({ media_url: `${origin}/chart.png` });
  const path = `/v1/prompts/${num}/media`;
  const preview = () => console.request('GET', path);

  const shown = await preview();
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('content-length')]).toEqual([
    200,
    'image/png',
    String(png.length),
  ]);
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await asking.gateway.request('GET', path)).status, 'a key reads no files through the gateway').toBe(403);

  served = { bytes: '%PDF-1.7\n1 0 obj\n', type: 'text/html' };
  const pdf = await preview();
  expect([pdf.headers.get('content-type'), pdf.headers.get('content-disposition')]).toEqual([
    'application/pdf',
    `attachment; filename="chart.png"; filename*=UTF-8''chart.png`,
  ]);

  for (const [bytes, type] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/png'],
    ['<!doctype html><script>alert(1)</script>', 'image/jpeg'],
    ['plain text', 'image/gif'],
  ] as const) {
    served = { bytes, type };
    expect(await preview()).toMatchObject({
      status: 404,
      json: { detail: expect.stringContaining('it is neither an image (PNG, JPEG, GIF, WebP) nor a PDF file.') },
    });
  }
  served = { bytes: Buffer.concat([png, Buffer.alloc(200_000)]) };
  expect((await preview()).json.detail).toContain('it is larger than 0.1 MB (MAX_MEDIA_SIZE_MB).');
  served = { bytes: '', to: 'http://169.254.169.254/latest' };
  expect((await preview()).json.detail).toContain('never calls');

  const plain = await asking.ask();
  expect((await console.request('GET', `/v1/prompts/${plain}/media`)).status).toBe(404);
});

it('counts the prompts of each state for the console', async () => {
  const asking = await startAsking();
  const console = await setUpConsole(asking.gateway);
  for (const more of [{}, { options: ['Yes'] }, {}, {}]) await asking.ask(more);
  await asking.gateway.request('POST', '/v1/prompts/1/cancel');
  await asking.telegram.press({ chat: asking.ada, button: 'Yes' });
  const counts = async () => (await console.request('GET', '/v1/prompts/counts')).json;
  await until(async () => (await counts()).answered === 1);
  expect(await counts()).toEqual({ pending: 2, answered: 1, expired: 1 });
  expect((await asking.gateway.request('GET', '/v1/prompts/counts')).status, 'not with a key').toBe(403);
});
