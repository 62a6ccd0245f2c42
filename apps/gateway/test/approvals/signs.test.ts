import type { TelegramTypes } from '@gateway/simulators/telegram';
import { describe, expect, it } from 'vitest';
import { startChatWithoutButtons } from '../harness/chat-without-buttons.js';
import { until } from '../harness/until.js';
import { action, startKeyed } from './fixture.js';

/** An agent that wants a No to let its action run. */
const forged = { decisions: undefined, options: ['Go on', 'No'], approving_options: ['No'] };

describe('the options of a question that let its action run', () => {
  it('have a sign of the gateway in front of the words of the agent, and the closed question says Approved or Rejected', async () => {
    const { approved, atAda, telegram, ada } = await startKeyed();
    await approved(forged, '✅ No');
    await until(() => atAda()[0]?.endsWith('✅ Approved: No (Ada)') === true);
    await approved(forged, '⛔ Go on');
    await until(() => atAda().some((text) => text.endsWith('⛔ Rejected: Go on (Ada)')));
    expect(JSON.stringify(telegram.messages({ chat: ada }))).not.toContain('"text":"No"');
  });

  it('have the sign in the list where people reply with numbers, and are chosen by number and words as before', async () => {
    const { chat, gateway } = await startChatWithoutButtons({ choices: 'replies' });
    for (const said of ['2', 'no']) {
      const body = { channel_id: 'ops', text: `Deploy (${said})?`, action, ...forged };
      const { json } = await gateway.request('POST', '/v1/prompts/new', { body });
      const { id } = await chat.reads(`Deploy (${said})?`);
      expect((await chat.reads(`Deploy (${said})?`)).text).toContain('1. ⛔ Go on\n2. ✅ No');
      await chat.write('Ada', said, id);
      const record = await gateway.request('GET', `/v1/prompts/${json.prompt_num}?wait=10`);
      expect(record.json).toMatchObject({ state: 'answered', answer: 'No' });
    }
  });

  it('have all the sign that nothing runs where the question names none that approves', async () => {
    const { ask, atAda, press, reaches, telegram, ada } = await startKeyed();
    await ask({ decisions: undefined, options: ['Go on', '✅ Ship it'] });
    expect(labelsIn(telegram.messages({ chat: ada }))).toEqual(['⛔ Go on', '⛔ Ship it']);
    await press('Ship it');
    await reaches(1, 'answered');
    await until(() => atAda()[0]?.endsWith('⛔ Rejected: Ship it (Ada)') === true);
  });
});

describe('the decisions of a question with an action', () => {
  it('have a sign of the gateway each, also where their labels say the opposite', async () => {
    const { ask, telegram, ada } = await startKeyed();
    await ask({
      decisions: ['approve', 'reject', 'edit', 'respond'],
      labels: { approve: '⛔ No', reject: '👍🏽 Yes', edit: 'Change' },
    });
    expect(labelsIn(telegram.messages({ chat: ada }))).toEqual(['✅ No', '⛔ Yes', '✅ Change', '⛔ Respond']);
  });
});

describe('the attachment of a question with an action', () => {
  it.each(['action-12.txt', 'ACTION_12.TXT', 'action\u201012\u200B.txt', 'action.txt'])(
    'is refused when it could be taken for the file of Show all: %s',
    async (name) => {
      const { gateway } = await startKeyed();
      const question = { channel_id: 'approvals', text: 'Go?', action, decisions: ['approve'] };
      const media_url = `https://files.example/a/${encodeURIComponent(name)}`;
      const form = new FormData();
      for (const [field, value] of Object.entries(question))
        form.set(field, typeof value === 'string' ? value : JSON.stringify(value));
      form.set('file', new Blob(['nothing']), name);
      for (const [field, body] of [
        ['media_url', { ...question, media_url }],
        ['file', form],
      ] as const) {
        const refused = await gateway.request('POST', '/v1/prompts/new', { body });
        expect(refused).toMatchObject({ status: 400, json: { detail: expect.stringMatching(`^${field}: must not`) } });
      }
      const free = await gateway.request('POST', '/v1/prompts/new', {
        body: { ...question, action: undefined, media_url },
      });
      expect(free.text).not.toContain('must not have the name');
    },
  );
});

describe('a question without an action', () => {
  it('has no sign of the gateway at its buttons', async () => {
    const { ask, telegram, ada } = await startKeyed();
    await ask({ action: undefined, decisions: undefined, options: ['Go on', 'No'] });
    expect(labelsIn(telegram.messages({ chat: ada }))).toEqual(['Go on', 'No']);
  });
});

function labelsIn(messages: readonly TelegramTypes.Message[]): string[] {
  return messages
    .flatMap(({ reply_markup: markup }) => markup?.inline_keyboard ?? [])
    .flatMap((row) => row.map(({ text }) => text));
}
