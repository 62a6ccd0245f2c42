import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestConnection } from '@gateway/platform-kit/testing';
import {
  BUSINESS_ACCOUNT_ID,
  startWhatsAppSimulator,
  until,
  type Person,
  type WhatsAppSimulator,
} from '@gateway/simulators/whatsapp';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { changeOf, connect, question, signedRequest } from './harness.js';

let sim: WhatsAppSimulator;
let gateway: TestConnection;
let ada: Person;

beforeEach(async () => {
  sim = await startWhatsAppSimulator();
  ada = sim.addPerson({ waId: '4915100000001' });
  gateway = await connect({
    api: sim.url,
    credentials: { access_token: sim.accessToken, phone_number_id: sim.phoneNumberId, app_secret: sim.appSecret },
  });
});
afterEach(() => sim.close());

describe('WhatsApp sendPrompt', () => {
  it('calls the pinned API version with the token only in a header', async () => {
    await gateway.connection.sendPrompt(question());
    const [call] = sim.calls();
    expect(call).toMatchObject({
      method: 'messages',
      params: { id: sim.phoneNumberId, messaging_product: 'whatsapp', to: ada.waId, type: 'interactive' },
    });
    expect(JSON.stringify(call)).not.toContain(sim.accessToken);
  });

  it.each(['4915100000001', '+4915100000001', ' 4915100000001 '])('accepts the target %j', async (target) => {
    const { messageId } = await gateway.connection.sendPrompt(question({ target }));
    expect(sim.messages(ada)).toMatchObject([{ id: messageId, waId: ada.waId }]);
  });

  it.each(['+49 151 0000 0001', 'Ada', '', '../me'])('rejects the target %j with an explanation', async (target) => {
    await expect(gateway.connection.sendPrompt(question({ target }))).rejects.toMatchObject({
      code: 'invalid',
      hint: expect.stringContaining('country code'),
    });
    expect(sim.calls()).toEqual([]);
  });

  it('puts the buttons on the last of several texts and returns all message ids', async () => {
    const asked = question({ texts: ['x'.repeat(4096), 'y'.repeat(1024)] });
    const posted = await gateway.connection.sendPrompt(asked);
    const shown = sim.messages(ada);
    expect(shown.map(({ type, buttons }) => [type, buttons.length])).toEqual([
      ['text', 0],
      ['interactive', 2],
    ]);
    expect(posted).toEqual({ messageId: shown[1]?.id, messageIds: shown.map(({ id }) => id), ref: null });
  });

  it('rejects a question beyond the API limits with an explanation', async () => {
    const buttons = [1, 2, 3, 4].map((place) => ({ label: `L${place}`, token: `p1.${place}` }));
    await expect(gateway.connection.sendPrompt(question({ buttons }))).rejects.toMatchObject({ code: 'invalid' });
    await expect(gateway.connection.sendPrompt(question({ texts: [''] }))).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('WhatsApp questions of several messages', () => {
  const status = (id: string) =>
    signedRequest(changeOf(sim.phoneNumberId, { statuses: [{ id, status: 'sent' }] }), sim.appSecret);

  it('post the next message after the status of the last', async () => {
    const credentials = {
      access_token: sim.accessToken,
      phone_number_id: sim.phoneNumberId,
      app_secret: sim.appSecret,
    };
    const { connection } = await connect({ api: sim.url, credentials, webhookUrl: 'https://gateway.example/hook' });
    const asked = connection.sendPrompt(question({ texts: ['first', 'second'] }));
    const [first] = await until(() => (sim.messages(ada).length > 0 ? sim.messages(ada) : null));
    // A status of another message changes nothing.
    await connection.webhook!(status('wamid.OTHER'));
    expect(sim.messages(ada)).toHaveLength(1);
    await connection.webhook!(status(first?.id ?? ''));
    expect((await asked).messageIds).toHaveLength(2);
    expect(sim.messages(ada).map(({ text }) => text)).toEqual(['first', 'second']);
  });
});

describe('WhatsApp test of a channel', () => {
  it.each([
    [false, false],
    [true, true],
  ])(
    'says whether the app gets the events of the business account, or that it could not be checked: subscribed %s, ok %s',
    async (isSubscribed, ok) => {
      const meta = await startWhatsAppSimulator({ isSubscribed, app: { requiresProof: true } });
      onTestFinished(() => meta.close());
      const credentials = {
        access_token: meta.accessToken,
        phone_number_id: meta.phoneNumberId,
        app_secret: meta.appSecret,
      };
      const asked = async (business_account_id?: string) => {
        const { connection } = await connect({ api: meta.url, credentials: { ...credentials, business_account_id } });
        return await connection.probe('4915100000001');
      };
      const problem = expect.stringContaining('not subscribed to the WhatsApp business account');
      expect(await asked(BUSINESS_ACCOUNT_ID)).toMatchObject({ ok, problems: ok ? [] : [problem] });
      expect(await asked()).not.toHaveProperty('remarks');
      expect(await asked('1')).toMatchObject({ ok: true, remarks: [expect.stringContaining('could not be checked')] });
      meta.failNext('subscribed_apps', { error: { status: 403, code: 200, message: '(#200) Permission denied' } });
      expect(await asked(BUSINESS_ACCOUNT_ID)).toMatchObject({
        ok: true,
        remarks: [expect.stringMatching(/could not be checked.*\(#200\)/)],
      });
    },
  );
});

describe('WhatsApp attachments', () => {
  const at = (url: string) => ({ kind: 'url', url }) as const;

  it.each([
    ['https://example.com/a/chart.PNG?x=1', 'image', undefined],
    ['https://example.com/picture', 'image', undefined],
    ['https://example.com/clip.mp4', 'video', undefined],
    ['https://example.com/M%C3%A4rz.pdf', 'document', 'März.pdf'],
  ])('at %s are shown above the buttons as %s', async (url, kind, filename) => {
    const posted = await gateway.connection.sendPrompt(question({ media: at(url) }));
    expect(posted.messageIds).toHaveLength(1);
    const [shown] = sim.messages(ada);
    expect(shown).toMatchObject({ text: 'Deploy?', media: { kind, link: url, ...(filename && { filename }) } });
    expect(shown?.buttons).toHaveLength(2);
  });

  it.each([
    [1024, ['image']],
    [1025, ['image', 'text']],
  ])('without buttons and with %i characters become %j', async (length, types) => {
    const asked = question({ buttons: [], texts: ['x'.repeat(length)], media: at('https://example.com/a.png') });
    await gateway.connection.sendPrompt(asked);
    expect(sim.messages(ada).map(({ type }) => type)).toEqual(types);
  });

  it('are uploaded from a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'whatsapp-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'upload');
    await writeFile(file, '%PDF-1.4\n');
    const media = {
      kind: 'bytes',
      path: file,
      size: 9,
      contentType: 'application/pdf',
      filename: 'Bericht März.pdf',
    } as const;
    await gateway.connection.sendPrompt(question({ media }));
    expect(sim.uploads()).toEqual([{ type: 'application/pdf', name: 'Bericht März.pdf', size: 9 }]);
    expect(sim.messages(ada)).toMatchObject([
      { media: { kind: 'document', id: expect.any(String), filename: 'Bericht März.pdf' } },
    ]);
  });

  it('that cannot be uploaded or read are rejected before anything is posted', async () => {
    const media = {
      kind: 'bytes',
      path: '/nowhere/at/all',
      size: 9,
      contentType: 'image/png',
      filename: 'a.png',
    } as const;
    await expect(gateway.connection.sendPrompt(question({ media }))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.not.stringContaining('/nowhere'),
    });
    expect(sim.messages(ada)).toEqual([]);
  });
});

describe('WhatsApp sendMessage', () => {
  it('quotes the replied message, and sends without the quote when WhatsApp refuses it', async () => {
    const first = await gateway.connection.sendMessage({ target: ada.waId, text: 'Done.' });
    const second = await gateway.connection.sendMessage({
      target: ada.waId,
      text: 'Really.',
      replyTo: first.messageId,
    });
    sim.failNext('messages', {
      when: ({ context }) => context !== undefined,
      error: { message: '(#131009) Parameter value is not valid', code: 131_009 },
    });
    await gateway.connection.sendMessage({ target: ada.waId, text: 'Honestly.', replyTo: second.messageId });
    expect(sim.messages(ada).map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ['Done.', null],
      ['Really.', first.messageId],
      ['Honestly.', null],
    ]);
  });
});

describe('WhatsApp refused press', () => {
  const press = () =>
    signedRequest(
      changeOf(sim.phoneNumberId, {
        messages: [
          {
            from: ada.waId,
            id: 'wamid.LATE',
            type: 'interactive',
            context: { id: sim.messages(ada)[0]?.id },
            interactive: { type: 'button_reply', button_reply: { id: 'p1.0.abcdef', title: 'Yes' } },
          },
        ],
      }),
      sim.appSecret,
    );

  it('gets a message that quotes the question; an accepted press does not', async () => {
    await gateway.connection.sendPrompt(question());
    for (const result of ['answered', 'duplicate', 'refused'] as const) {
      gateway.deliver = async (batch) => batch.map(() => ({ result, notice: `It was ${result}.`, closedText: null }));
      expect(await gateway.connection.webhook!(press())).toEqual({ status: 200 });
    }
    await until(() => sim.messages(ada).length === 2);
    const [asked, told] = sim.messages(ada);
    expect(told).toMatchObject({ text: 'It was refused.', replyTo: asked?.id });
  });
});
