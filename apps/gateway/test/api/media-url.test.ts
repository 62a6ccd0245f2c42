import { describe, expect, it } from 'vitest';
import { png, startWebServer } from '../harness/files.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const startFiles = () =>
  startWebServer((request, response) => {
    if (request.url === '/chart.png') response.setHeader('content-type', 'image/png').end(png);
    else if (request.url === '/report.pdf') response.setHeader('content-type', 'application/pdf').end(pdf);
    else response.writeHead(404).end('nothing here');
  });

describe('a prompt with media_url', () => {
  it.each([
    ['photo', 'chart.png'],
    ['document', 'report.pdf'],
  ] as const)('shows a %s with its text and buttons, and is closed with its answer', async (kind, file) => {
    const { telegram, ada, ask, get, chat } = await startAsking();
    const media_url = `${await startFiles()}/${file}`;
    await ask({ media_url, options: ['Fine'] });
    const [message] = telegram.messages({ chat: ada });
    expect(message?.[kind]).toBeDefined();
    expect(message?.caption).toBe('Ship it?');
    await telegram.press({ chat: ada, button: 'Fine' });
    expect(await get(1)).toMatchObject({ answer: 'Fine', media_url });
    await until(() => chat()[0] === 'Ship it?\n\n✅ Fine (Ada)');
    expect(telegram.messages({ chat: ada })[0]?.[kind]).toBeDefined();
  });

  it('keeps every word of a long text', async () => {
    const { telegram, ada, ask, chat } = await startAsking();
    const text = 'word '.repeat(800).trim();
    await ask({ text, media_url: `${await startFiles()}/chart.png`, options: ['Fine'] });
    expect(telegram.messages({ chat: ada }).some(({ photo }) => photo !== undefined)).toBe(true);
    expect(chat().filter(Boolean).join(' ')).toBe(text);
  });

  it('is rejected with 400 and not stored when the file cannot be fetched', async () => {
    const { post, list, chat } = await startAsking();
    for (const text of ['Ship it?', 'x'.repeat(4096)]) {
      const refused = await post({
        channel_id: 'approvals',
        text,
        media_url: `${await startFiles()}/missing.png`,
        options: ['Fine'],
      });
      expect(refused.status).toBe(400);
      expect(refused.json.detail).toBe('The file at media_url cannot be fetched: its server answered 404.');
    }
    expect((await list('?state=all')).json).toEqual([]);
    expect(chat()).toEqual([]);
  });

  it('is rejected with a second source of media', async () => {
    const { post, list } = await startAsking();
    const refused = await post({
      channel_id: 'approvals',
      text: 'x',
      media_url: 'https://files.example.com/a.png',
      media_path: 'a.png',
    });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(/media_url|media_path/);
    expect((await list('?state=all')).json).toEqual([]);
  });
});
