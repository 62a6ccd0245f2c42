import { InputFile } from 'grammy';
import { describe, expect, it } from 'vitest';
import { clientOf, described, keyboard, PNG, serve, start } from './setup.js';

describe('Telegram simulator: sendPhoto', () => {
  it('accepts an upload with any file name, and its file_id in later calls', async () => {
    const { sim, ada, api } = await start();
    const upload = new InputFile(PNG, 'été "2026".png');
    const sent = await api.sendPhoto(ada.id, upload, { caption: 'Chart é', reply_markup: keyboard('Yes') });
    expect(sent).toMatchObject({
      caption: 'Chart é',
      photo: [{ width: 1, height: 1, file_size: PNG.length }],
      reply_markup: keyboard('Yes'),
    });
    const fileId = sent.photo[0]?.file_id ?? '';
    expect(await api.sendPhoto(ada.id, fileId)).toMatchObject({ photo: [{ file_id: fileId }] });
    const { file_path } = await api.getFile(fileId);
    const content = await fetch(`${sim.url}/file/bot${sim.token}/${file_path}`);
    expect(Buffer.from(await content.arrayBuffer())).toEqual(PNG);
    expect(sim.calls({ method: 'sendPhoto' })[0]?.params).toMatchObject({ caption: 'Chart é' });
  });

  it('fetches a URL, and refuses other content and unreachable URLs', async () => {
    const { ada, api } = await start();
    const files = await serve((request, response) => {
      if (request.url === '/chart.png') return response.setHeader('content-type', 'image/png').end(PNG);
      if (request.url === '/page') return response.setHeader('content-type', 'text/html').end('<p>Hi</p>');
      if (request.url === '/fake.png') return response.setHeader('content-type', 'image/png').end('no picture at all');
      return response.writeHead(404).end();
    });
    const wrongType = 'Bad Request: wrong type of the web page content';
    const failed = 'Bad Request: failed to get HTTP URL content';
    expect(await api.sendPhoto(ada.id, `${files}/chart.png`)).toMatchObject({ photo: [{ width: 1 }] });
    expect(await described(api.sendPhoto(ada.id, `${files}/page`))).toBe(wrongType);
    expect(await described(api.sendPhoto(ada.id, `${files}/fake.png`))).toBe(wrongType);
    expect(await described(api.sendPhoto(ada.id, `${files}/missing.png`))).toBe(failed);
    expect(await described(api.sendPhoto(ada.id, 'http://127.0.0.1:9/chart.png'))).toBe(failed);
  });

  it('fetches no URL with fetchUrls off', async () => {
    const { ada, api } = await start({ fetchUrls: false });
    expect(await api.sendPhoto(ada.id, 'http://127.0.0.1:9/chart.png')).toMatchObject({ photo: [{}] });
  });

  it('refuses invalid uploads, unknown ids and long captions', async () => {
    const { ada, api } = await start();
    const huge = Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]);
    expect(await described(api.sendPhoto(ada.id, new InputFile(huge)))).toBe(
      `Bad Request: file of size ${huge.length} bytes is too big for a photo; the maximum size is 10485760 bytes`,
    );
    expect(await described(api.sendPhoto(ada.id, new InputFile(Buffer.from('text'))))).toBe(
      'Bad Request: IMAGE_PROCESS_FAILED',
    );
    expect(await described(api.sendPhoto(ada.id, 'AgAC-nothing'))).toBe(
      'Bad Request: wrong file identifier/HTTP URL specified',
    );
    const { document } = await api.sendDocument(ada.id, new InputFile(PNG, 'a.png'));
    expect(await described(api.sendPhoto(ada.id, document.file_id))).toBe(
      "Bad Request: can't use file of type Document as Photo",
    );
    const caption = 'x'.repeat(1025);
    expect(await described(api.sendPhoto(ada.id, new InputFile(PNG), { caption }))).toBe(
      'Bad Request: message caption is too long',
    );
    expect(await api.sendPhoto(ada.id, new InputFile(PNG), { caption: 'x'.repeat(1024) })).toHaveProperty('caption');
  });

  it('stores a caption that can be edited, and no text', async () => {
    const { ada, api } = await start();
    const { message_id } = await api.sendPhoto(ada.id, new InputFile(PNG), {
      caption: 'Ship it?',
      reply_markup: keyboard('Yes'),
    });
    expect(await described(api.editMessageText(ada.id, message_id, 'Shipped'))).toBe(
      'Bad Request: there is no text in the message to edit',
    );
    const edited = await api.editMessageCaption(ada.id, message_id, { caption: 'Shipped' });
    expect(edited).toMatchObject({ caption: 'Shipped' });
    expect(edited).not.toHaveProperty('reply_markup');
    expect(await described(api.editMessageCaption(ada.id, message_id, { caption: 'Shipped' }))).toContain(
      'message is not modified',
    );
  });
});

describe('Telegram simulator: sendDocument', () => {
  it('accepts any upload, but only PDF, ZIP and GIF by URL', async () => {
    const { ada, api } = await start();
    const files = await serve((request, response) => {
      response
        .setHeader('content-type', request.url === '/report.pdf' ? 'application/pdf' : 'text/plain')
        .end('content');
    });
    expect(await api.sendDocument(ada.id, new InputFile(Buffer.from('a,b'), 'table.csv'))).toMatchObject({
      document: { file_name: 'table.csv', file_size: 3 },
    });
    expect(await api.sendDocument(ada.id, `${files}/report.pdf`)).toMatchObject({
      document: { file_name: 'report.pdf', mime_type: 'application/pdf' },
    });
    expect(await described(api.sendDocument(ada.id, `${files}/notes.txt`))).toBe(
      'Bad Request: wrong type of the web page content',
    );
  });

  it('refuses a chat that the bot may not write to', async () => {
    const { sim, ada } = await start();
    sim.blockBot(ada);
    const call = clientOf(sim).sendDocument(ada.id, new InputFile(PNG));
    expect(await described(call)).toBe('Forbidden: bot was blocked by the user');
  });
});
