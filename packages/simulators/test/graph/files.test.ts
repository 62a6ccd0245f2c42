import { startMessengerSimulator } from '@gateway/simulators/messenger';
import { startWhatsAppSimulator } from '@gateway/simulators/whatsapp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WhatsAppAPI } from 'whatsapp-api-js';
import { startApp } from './setup.js';

const report = { name: 'report.txt', type: 'text/plain', bytes: Buffer.from('All is well.') };

describe('WhatsApp simulator: files of people with whatsapp-api-js', () => {
  it('are retrieved by their media ids and downloaded with the token', async () => {
    const sim = await startWhatsAppSimulator({ webhookRetryMs: 5 });
    onTestFinished(() => sim.close());
    const app = await startApp(sim.verifyToken);
    await sim.setWebhook(app.url);
    const ada = sim.addPerson({ name: 'Ada' });
    expect(await sim.sendFiles({ person: ada, files: [report], text: 'Look' })).toBe(true);
    const { entry } = JSON.parse(app.received.at(-1)?.body ?? '{}') as Body;
    const message = entry[0]?.changes[0]?.value.messages[0];
    expect(message).toMatchObject({ type: 'document', document: { filename: 'report.txt', caption: 'Look' } });
    const sdk = new WhatsAppAPI({
      token: sim.accessToken,
      v: 'v25.0',
      secure: false,
      ponyfill: {
        fetch: ((url: string | URL, init: RequestInit) =>
          fetch(url.toString().replace('https://graph.facebook.com', sim.url), init)) as typeof fetch,
      },
    });
    const media = (await sdk.retrieveMedia(message?.document.id ?? '', sim.phoneNumberId)) as { url: string };
    expect(media).toMatchObject({ mime_type: 'text/plain', file_size: 12 });
    expect(await (await sdk.fetchMedia(media.url)).text()).toBe('All is well.');
    expect((await fetch(media.url)).status).toBe(401);
  });
});

interface Body {
  entry: { changes: { value: { messages: { document: { id: string } }[] } }[] }[];
}

describe('Messenger simulator: files of people', () => {
  it('are attachments whose addresses need no token', async () => {
    const sim = await startMessengerSimulator({ webhookRetryMs: 5 });
    onTestFinished(() => sim.close());
    const app = await startApp(sim.verifyToken);
    await sim.setWebhook(app.url);
    const picture = { name: 'a.png', type: 'image/png', bytes: Buffer.from('png') };
    const person = sim.addPerson({ name: 'Ada' });
    expect(await sim.sendFiles({ person, files: [picture, report] })).toBe(true);
    const body = JSON.parse(app.received.at(-1)?.body ?? '{}') as {
      entry: { messaging: { message: { attachments: { type: string; payload: { url: string } }[] } }[] }[];
    };
    const { attachments = [] } = body.entry[0]?.messaging[0]?.message ?? {};
    expect(attachments.map(({ type }) => type)).toEqual(['image', 'file']);
    expect(await (await fetch(attachments[1]?.payload.url ?? '')).text()).toBe('All is well.');
  });
});
