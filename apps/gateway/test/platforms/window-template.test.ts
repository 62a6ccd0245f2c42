import { cancelPrompt, createPrompt, getPrompt, sendMessage, testChannel, updateChannel } from '@gateway/contract';
import { signBody } from '@gateway/simulators/whatsapp';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onPostgres } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { startTestGateway } from '../harness/gateway.js';
import { startMessenger, startWhatsApp, TEMPLATE } from '../harness/graph-apps.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const question = { channel_id: 'ops', text: 'Ship it?', options: ['Yes', 'No'] };
const show = 'Show the question';

/** A WhatsApp channel of a person who has not written, with `template`. */
async function startWaiting(options: Parameters<typeof startWhatsApp>[0] = {}) {
  const whatsapp = await startWhatsApp(options);
  const { sim, gateway, register, addressOf } = whatsapp;
  const ada = sim.addPerson({ wrote: false });
  sim.addTemplate(TEMPLATE);
  await register({ id: 'ops', target: ada.waId, outsideWindow: 'template' });
  await sim.setWebhook(addressOf('ops'));
  const byType = (wanted: string) => sim.messages(ada).filter(({ by, type }) => by === 'business' && type === wanted);
  return {
    ...whatsapp,
    ada,
    prompt: (id = '1') => gateway.call(getPrompt, { params: { id } }),
    templates: () => byType('template'),
    questions: () => byType('interactive'),
    said: () => sim.messages(ada).map(({ text }) => text),
  };
}

describe('a question on WhatsApp outside the reply window with "template"', () => {
  it('is announced by the template, waits, and is posted when the person presses the button', async () => {
    const { sim, gateway, ada, prompt, templates, questions } = await startWaiting();
    const reader = await readEvents(gateway);
    const media_url = 'https://example.com/chart.png';
    const created = await gateway.call(createPrompt, { body: { ...question, media_url, ttl_sec: 600 } });
    const [template] = templates();
    expect(template).toMatchObject({
      text: expect.stringMatching(/^Request 1 is waiting/),
      buttons: [{ title: show }],
    });
    expect(created).toMatchObject({
      prompt_id: '#1',
      message_id: template?.id,
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'waiting_for_window' })]),
    });
    await until(async () => (await prompt()).delivery_state === 'delivered');
    expect(await prompt()).toMatchObject({ state: 'pending', waiting_for_window: true, message_id: template?.id });
    expect(questions()).toEqual([]);

    expect(await sim.press({ person: ada, button: show })).toBe(true);
    expect(questions()).toMatchObject([{ text: 'Ship it?', media: { link: media_url }, isUtility: false }]);
    await until(() => reader.summaries().includes('prompt.shown #1'));
    expect(await prompt()).toMatchObject({
      state: 'pending',
      waiting_for_window: false,
      message_id: questions()[0]?.id,
    });
    await until(async () => (await prompt()).delivery_state === 'delivered');
    await sim.press({ person: ada, button: 'Yes' });
    expect(await prompt()).toMatchObject({ state: 'answered', answer: 'Yes' });
  });

  it('is posted with the others that wait in the chat when the person presses the button of one', async () => {
    const { sim, gateway, ada, prompt, questions } = await startWaiting();
    for (const text of ['One?', 'Two?', 'Three?']) await gateway.call(createPrompt, { body: { ...question, text } });
    await sim.press({ person: ada, button: show });
    await until(async () => !(await prompt('2')).waiting_for_window);
    expect(questions().map(({ text }) => text)).toEqual(['Three?', 'One?', 'Two?']);
  });

  it('is posted as usual while the window is open, and by the template when it has closed', async () => {
    const clock = manualClock();
    const { sim, gateway, ada, templates, questions } = await startWaiting({ clock });
    await sim.writeText({ person: ada, text: 'Hello' });
    await gateway.call(createPrompt, { body: question });
    expect([templates(), questions()].map(({ length }) => length)).toEqual([0, 1]);
    clock.advance(24 * 3_600_000 + 5000);
    await gateway.call(createPrompt, { body: question });
    expect([templates(), questions()].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is posted once when the person presses twice and WhatsApp reports the presses again', async () => {
    const { sim, gateway, ada, questions, said } = await startWaiting();
    await gateway.call(createPrompt, { body: question });
    const pressed = await Promise.all([1, 2, 3].map(() => sim.press({ person: ada, button: show })));
    expect(pressed).toEqual([true, true, true]);
    await sim.redeliver();
    expect(questions()).toHaveLength(1);
    await until(() => said().filter((text) => text === 'Question #1 is in this chat already.').length === 2);
  });

  it('is posted when WhatsApp reports the press again after a failure of its API', async () => {
    const { sim, gateway, ada, prompt, questions } = await startWaiting();
    await gateway.call(createPrompt, { body: question });
    sim.failNext('messages', { error: { status: 500, code: 131_000, message: '(#131000) Something went wrong' } });
    void sim.press({ person: ada, button: show });
    await until(() => questions().length === 1);
    await until(async () => !(await prompt()).waiting_for_window);
    expect(gateway.logLines.join('\n')).toContain('WhatsApp will send them again');
  });

  it('is posted when the person replies with a text, which is not its answer', async () => {
    const { sim, gateway, ada, prompt, templates, questions, said } = await startWaiting();
    await gateway.call(createPrompt, { body: { ...question, options: [], allow_text: true } });
    await sim.writeText({ person: ada, text: 'Yes', replyTo: templates()[0]?.id ?? '' });
    await until(() => said().some((text) => text.startsWith('Ship it?')));
    await sim.redeliver();
    expect(await prompt()).toMatchObject({ state: 'pending', waiting_for_window: false });
    expect(questions()).toEqual([]);
    await sim.writeText({ person: ada, text: 'ID:#1 Yes' });
    expect(await prompt()).toMatchObject({ state: 'answered', answer: 'Yes' });
  });

  it('ends as usual while it waits: the chat gets nothing, and a press tells what became of it', async () => {
    const { sim, gateway, ada, prompt, said } = await startWaiting();
    await gateway.call(createPrompt, { body: question });
    await gateway.call(cancelPrompt, { params: { id: '1' } });
    await until(() => gateway.logLines.some((line) => line.includes("A closed prompt's message was updated")));
    expect(await prompt()).toMatchObject({ state: 'expired', waiting_for_window: false });
    expect(said()).toHaveLength(1);
    await sim.press({ person: ada, button: show });
    await until(() => said().includes('Question #1 was cancelled. Nothing was recorded.'));
  });

  it('expires as undeliverable when WhatsApp does not deliver the template, or refuses the question', async () => {
    const { sim, gateway, ada, prompt, said } = await startWaiting();
    const receiver = await startReceiver();
    const body = { ...question, callback_url: receiver.url, notify_on_expiry: true };
    sim.failDelivery({ code: 131_026, title: 'Message undeliverable', details: 'Message Undeliverable.' });
    await gateway.call(createPrompt, { body });
    await until(async () => (await prompt()).closed_reason === 'undeliverable');

    await gateway.call(createPrompt, { body });
    await until(async () => (await prompt('2')).delivery_state === 'delivered');
    sim.failNext('messages', { error: { code: 131_031, message: '(#131031) Business Account locked' } });
    await sim.press({ person: ada, button: show });
    const detail = expect.stringContaining('Meta locked the business account');
    expect(await prompt('2')).toMatchObject({
      state: 'expired',
      closed_reason: 'undeliverable',
      closed_detail: detail,
      delivery_state: 'failed',
    });
    const callbacks = await receiver.waitFor(2);
    expect(callbacks[1]?.json).toMatchObject({
      prompt_id: '#2',
      closed_reason: 'undeliverable',
      closed_detail: detail,
    });
    await until(() => said().some((text) => text.startsWith('Question #2 was not delivered')));
  });

  it.each([
    ['is unknown', { name: 'other' }, 'platform_refused', /not approved a template with this name/],
    ['is paused', { ...TEMPLATE, status: 'PAUSED' }, 'platform_forbidden', /paused the template/],
    ['has another text', { ...TEMPLATE, body: 'Hello' }, 'platform_refused', /one parameter in its text/],
  ] as const)('is refused with the reason when the template %s', async (_name, template, code, detail) => {
    const { sim, gateway, register } = await startWhatsApp();
    const ada = sim.addPerson({ wrote: false });
    sim.addTemplate(template);
    await register({ id: 'ops', target: ada.waId, outsideWindow: 'template' });
    const refused = await gateway.request('POST', '/v1/prompts/new', { body: question });
    expect([refused.status, refused.json]).toEqual([
      400,
      expect.objectContaining({ code, detail: expect.stringMatching(detail) }),
    ]);
    expect((await gateway.request('GET', '/v1/prompts/1')).status).toBe(404);
  });

  it('is refused with an uploaded file, which would not be kept', async () => {
    const { gateway, templates } = await startWaiting();
    const body = new FormData();
    body.set('text', 'Ship it?');
    body.set('channel_id', 'ops');
    body.set('file', new Blob([new Uint8Array(4)], { type: 'image/png' }), 'chart.png');
    const refused = await gateway.request('POST', '/v1/prompts/new', { body });
    expect([refused.status, refused.json.code]).toEqual([400, 'window_closed']);
    expect(templates()).toEqual([]);
  });
});

onPostgres((engine) => {
  it('a waiting question is posted once when two instances get presses at the same time', async () => {
    const env = await engine.empty();
    const { sim, gateway, ada, pathOf, questions } = await startWaiting({ env });
    const other = await startTestGateway({ env: { ...env, PLATFORM_WHATSAPP_API_URL: sim.url } });
    const created = await gateway.call(createPrompt, { body: question });
    const pressOn = ({ request }: typeof gateway, id: string) => {
      const token = sim.messages(ada)[0]?.buttons[0]?.id;
      const context = { id: created.message_id };
      const press = { from: ada.waId, id, context, type: 'button', button: { payload: token, text: show } };
      const value = { metadata: { phone_number_id: sim.phoneNumberId }, messages: [press] };
      const body = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
      });
      return request('POST', pathOf('ops'), {
        body,
        headers: { 'x-hub-signature-256': signBody(sim.appSecret, body) },
      });
    };
    const replies = await Promise.all([1, 2, 3].flatMap((n) => [pressOn(gateway, `a${n}`), pressOn(other, `b${n}`)]));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(questions()).toHaveLength(1);
  });
});

describe('a message outside the reply window with "template"', () => {
  it('is refused: a template cannot carry it', async () => {
    const clock = manualClock();
    const { sim, gateway, register, addressOf } = await startWhatsApp({ clock });
    const ada = sim.addPerson();
    const receiver = await startReceiver();
    await register({ id: 'talk', target: ada.waId, callbackUrl: receiver.url, outsideWindow: 'template' });
    await sim.setWebhook(addressOf('talk'));
    await sim.writeText({ person: ada, text: 'Hello' });
    await gateway.call(sendMessage, { body: { channel_id: 'talk', text: 'Hello!' } });
    clock.advance(24 * 3_600_000 + 5000);
    const refused = await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'talk', text: 'Hi' } });
    expect([refused.status, refused.json]).toEqual([
      400,
      expect.objectContaining({ code: 'window_closed', detail: expect.stringContaining('cannot carry a message') }),
    ]);
  });
});

describe('the choice "template" of a channel', () => {
  it('needs a template, and a platform that has templates', async () => {
    const { gateway } = await startWaiting();
    const change = (body: object) => gateway.request('PATCH', '/v1/channels/ops', { body });
    const removed = await change({ window_template: null });
    expect([removed.status, removed.json.detail]).toEqual([400, expect.stringContaining('needs a window_template')]);
    expect((await change({ window_template: null, outside_window: 'refuse' })).status).toBe(200);
    const again = await change({ outside_window: 'template' });
    expect([again.status, again.json.detail]).toEqual([400, expect.stringContaining('needs a window_template')]);
    const wrong = await change({ outside_window: 'template', window_template: { name: 'Bad Name', language: 'en' } });
    expect(wrong.status).toBe(400);
    const telegram = await gateway.request('POST', '/v1/channels/new', {
      body: {
        channel_id: 'tg',
        platform: 'telegram',
        channel_type: 'PROMPT',
        target_chat_id: '1',
        credentials: { bot_token: '123456789:AAE-dummy-dummy-dummy-dummy-dummy-d' },
        outside_window: 'template',
        window_template: TEMPLATE,
      },
    });
    expect([telegram.status, telegram.json.detail]).toEqual([400, expect.stringContaining('has no templates')]);
  });

  it.each([
    ['passes with an approved one', TEMPLATE, null],
    ['fails without one', { name: 'question_waiting_2' }, /no template "question_waiting" in the WhatsApp business/],
    ['fails in another language', { ...TEMPLATE, language: 'de' }, /exists in de, not in en/],
    ['fails before the approval', { ...TEMPLATE, status: 'PENDING' }, /its status is PENDING/],
    ['fails in another category', { ...TEMPLATE, category: 'MARKETING' }, /in the category MARKETING/],
    ['fails with another text', { ...TEMPLATE, body: '{{1}} and {{2}}' }, /one parameter in its text/],
  ] as const)('is tested on WhatsApp: the test %s', async (_name, template, problem) => {
    const { sim, gateway, register } = await startWhatsApp();
    const ada = sim.addPerson();
    sim.addTemplate(template);
    await register({ id: 'ops', target: ada.waId, outsideWindow: 'template' });
    const test = () => gateway.call(testChannel, { params: { id: 'ops' } });
    // Without the account's id, the template is not checked.
    expect(await test()).toMatchObject({ ok: true });
    const credentials = { business_account_id: '200000000000001' };
    await gateway.call(updateChannel, { params: { id: 'ops' }, body: { credentials } });
    const problems = problem === null ? [] : [expect.stringMatching(problem)];
    expect(await test()).toMatchObject({ ok: problem === null, problems });
  });
});

describe('a question on Messenger outside the reply window with "template"', () => {
  it('is announced by a utility message, and is posted when the person presses the button', async () => {
    const { sim, gateway, register, addressOf } = await startMessenger();
    const ada = sim.addPerson({ wrote: false });
    await register({ id: 'ops', target: ada.psid, outsideWindow: 'template' });
    await sim.setWebhook(addressOf('ops'));
    const test = () => gateway.call(testChannel, { params: { id: 'ops' } });
    expect(await test()).toMatchObject({ ok: false, problems: [expect.stringContaining('no template')] });
    sim.addTemplate(TEMPLATE);
    expect(await test()).toMatchObject({ ok: true });

    await gateway.call(createPrompt, { body: question });
    expect(sim.messages(ada)).toMatchObject([
      { text: expect.stringMatching(/^Request 1/), buttons: [{ title: show }] },
    ]);
    const prompt = () => gateway.call(getPrompt, { params: { id: '1' } });
    expect(await prompt()).toMatchObject({ state: 'pending', waiting_for_window: true });
    await sim.press({ person: ada, button: show });
    expect(sim.messages(ada).at(-1)).toMatchObject({ text: 'Ship it?' });
    await sim.press({ person: ada, button: 'No' });
    expect(await prompt()).toMatchObject({ state: 'answered', answer: 'No' });
  });
});
