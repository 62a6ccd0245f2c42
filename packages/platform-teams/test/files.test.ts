import type { InboundFile } from '@gateway/platform-kit';
import { rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { message, open, type Harness } from './harness.js';

const DOWNLOAD = 'application/vnd.microsoft.teams.file.download.info';

/** A connection that received a message with this attachment, and the requests for files that it makes. */
async function received(
  attachment: (sim: Harness['sim']) => object,
  { text = '', answer = () => new Response('content') }: { text?: string; answer?: () => Response } = {},
) {
  const requests: { url: string; token: string | null }[] = [];
  let isReading = false;
  const harness = await open({
    fetch: async (input, init) => {
      if (!isReading || (input as string).includes('/oauth2/')) return await fetch(input, init);
      requests.push({ url: input as string, token: new Headers(init?.headers).get('authorization') });
      return answer();
    },
  });
  await harness.receive(message({ text, attachments: [attachment(harness.sim)] }));
  isReading = true;
  const files: InboundFile[] = harness.stored.flatMap((event) => ('files' in event && event.files) || []);
  const read = async () => {
    const parts: Uint8Array[] = [];
    for await (const chunk of (await files[0]?.read(new AbortController().signal)) ?? []) parts.push(chunk);
    return Buffer.concat(parts).toString();
  };
  return { harness, files, read, requests };
}

describe('Teams files', () => {
  it('that are images at the service address are fetched with the token of the bot', async () => {
    const { harness, read, requests } = await received(({ url }) => ({
      contentType: 'image/*',
      contentUrl: `${url}/emea/v3/attachments/1/views/original`,
    }));
    expect(harness.stored).toMatchObject([{ kind: 'other', files: [{ name: null, size: null }] }]);
    expect(await read()).toBe('content');
    expect(requests).toMatchObject([{ token: expect.stringMatching(/^Bearer ./) as string }]);
  });

  it.each([
    'https://evil.example/a.png',
    'https://smba.trafficmanager.net.evil.example/a.png',
    'http://127.0.0.1:9/emea/v3/attachments/1/views/original',
  ])('that are images at %s are fetched without the token', async (contentUrl) => {
    const { read, requests } = await received(() => ({ contentType: 'image/png', contentUrl }));
    expect(await read()).toBe('content');
    expect(requests).toEqual([{ url: contentUrl, token: null }]);
  });

  it('that are documents are fetched from their signed address without the token', async () => {
    const downloadUrl = 'https://contoso.sharepoint.example/download.aspx?tempauth=1';
    const { harness, read, requests } = await received(
      () => ({
        contentType: DOWNLOAD,
        contentUrl: 'https://contoso.sharepoint.example/personal/ada/plan.docx',
        name: '../plan\u0000.docx',
        content: { downloadUrl, uniqueId: '1', fileType: 'docx' },
      }),
      { text: 'The plan' },
    );
    expect(harness.stored).toMatchObject([{ kind: 'text', text: 'The plan', files: [{ name: '../plan\u0000.docx' }] }]);
    expect(await read()).toBe('content');
    expect(requests).toEqual([{ url: downloadUrl, token: null }]);
  });

  it('are not the text as HTML, cards and documents without a download address', async () => {
    for (const attachment of [
      { contentType: 'text/html', content: '<p></p>' },
      { contentType: 'application/vnd.microsoft.card.adaptive', content: {} },
      { contentType: DOWNLOAD, contentUrl: 'https://contoso.sharepoint.example/a', content: {} },
      { contentType: 'image/png' },
    ])
      expect((await received(() => attachment)).harness.stored).toEqual([]);
  });

  it('whose signed address has ended are an error without the address', async () => {
    const { read } = await received(
      () => ({
        contentType: DOWNLOAD,
        content: { downloadUrl: 'https://contoso.sharepoint.example/?tempauth=secret' },
      }),
      { answer: () => new Response('', { status: 401 }) },
    );
    const error = await rejection(read());
    expect(error).toMatchObject({ name: 'PlatformError', code: 'auth' });
    expect(error.explanation).not.toContain('tempauth');
  });
});
