import { describe, expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const question = { channel_id: 'approvals', text: 'Ship it?' };
const decide = { ...question, decisions: ['approve', 'reject'] };

describe('the labels of decisions', () => {
  const asking = startOnce(startAsking);

  it.each([
    ['swapped', { approve: 'Reject', reject: 'Approve' }],
    ['the default of another decision in another case', { approve: 'reject', reject: 'No' }],
    ['the default of a decision that is not asked', { approve: 'Edit' }],
    ['equal but for case', { approve: 'Ship it', reject: 'SHIP IT' }],
    ['equal but for outer spaces', { approve: 'Ship it', reject: ' Ship it ' }],
    ['equal but for full-width letters', { approve: 'No', reject: 'Ｎｏ' }],
    ['equal but for a mark that joins letters', { approve: 'Re\u200Dject', reject: 'No' }],
    ['equal but for a mark of the direction', { approve: '\u200EReject', reject: 'No' }],
    ['equal but for the long form of ß', { approve: 'Straße', reject: 'STRASSE' }],
  ])('are refused with 400 when they are %s', async (_, labels) => {
    const refused = await asking().post({ ...decide, labels });
    expect(refused).toMatchObject({ status: 400, json: { code: 'validation' } });
    expect(refused.json.detail).toMatch(/^labels must all be different/);
  });

  it('may name their own decision in other words, also the default ones', async () => {
    const labels = { approve: 'approve', reject: 'Reject it' };
    expect((await asking().post({ ...decide, labels })).status).toBe(200);
  });
});

describe('the names of the buttons of the gateway', () => {
  const asking = startOnce(startAsking);
  const action = { name: 'deploy' };

  it.each(['Take back', 'STOP', ' show  all', 'Ｄiscard', 'Use these', 'Approve for 1 h', 'approve for ever'])(
    'are refused as labels and options of a question with an action: %s',
    async (label) => {
      const labels = await asking().post({ ...decide, action, labels: { reject: label } });
      const options = await asking().post({ ...question, action, options: ['Go', label] });
      for (const [refused, field] of [
        [labels, 'labels'],
        [options, 'options'],
      ] as const)
        expect(refused).toMatchObject({
          status: 400,
          json: { detail: expect.stringMatching(`^${field} must not be the name of a button of the gateway`) },
        });
    },
  );

  it('are labels like others without an action, and a part of longer labels with one', async () => {
    expect((await asking().post({ ...question, options: ['Go', 'Stop'] })).status).toBe(200);
    expect((await asking().post({ ...decide, action, labels: { reject: 'Stop it' } })).status).toBe(200);
  });
});

describe('the signs of a question with an action', () => {
  const asking = startOnce(startAsking);
  const action = { name: 'deploy', args: { service: 'api' } };

  it.each([
    ['labels', { ...decide, labels: { approve: '⛔ Reject', reject: '✅ Approve' } }],
    ['labels', { ...decide, labels: { approve: '✅ Ok', reject: '⛔ ok' } }],
    ['labels', { ...decide, labels: { approve: '👍🏽 Reject' } }],
    ['labels', { ...decide, labels: { reject: '⛔️ Take back' } }],
    ['options', { ...question, options: ['✅ Go', '❌ Go'] }],
    ['options', { ...question, options: ['Go', '✔️ Show all'] }],
  ])('are no difference between labels, and hide no name of a button: %s (case %#)', async (field, asked) => {
    const refused = await asking().post({ ...asked, action });
    expect(refused).toMatchObject({ status: 400, json: { code: 'validation' } });
    expect(refused.json.detail).toMatch(new RegExp(`^${field} must`));
  });

  it('replace those that a label begins with, and people may write them or not', async () => {
    const { post, telegram, ada, get } = asking();
    const buttons = () =>
      telegram
        .messages({ chat: ada })
        .at(-1)
        ?.reply_markup?.inline_keyboard.flat()
        .map(({ text }) => text);
    const labels = { approve: '⛔ Never mind', reject: '✅ Go ahead' };
    for (const [typed, answer] of [
      ['⛔ go ahead', 'reject'],
      ['Go ahead', 'reject'],
      ['✅ Never mind', 'approve'],
    ] as const) {
      const { json } = await post({ ...decide, action, labels });
      expect(buttons()).toEqual(['✅ Never mind', '⛔ Go ahead']);
      telegram.writeText({ chat: ada, text: `ID:${json.prompt_id} ${typed}` });
      await until(async () => (await get(json.prompt_num)).state === 'answered');
      expect(await get(json.prompt_num)).toMatchObject({ answer });
    }
  });
});

describe('a text that begins with a sign of refusal', () => {
  const asking = startOnce(startAsking);
  const action = { name: 'deploy', args: { service: 'api' } };

  it.each([
    ['⛔', { decisions: ['approve', 'reject'], labels: { approve: '⛔', reject: '✅' } }],
    ['⛔️ Never mind', { decisions: ['approve', 'reject'], labels: { approve: '⛔️ Never mind', reject: 'Go' } }],
    ['❌ Approve', { decisions: ['approve', 'reject'] }],
    ['👎', { options: ['👎', 'No'], approving_options: ['👎'], allow_text: true }],
  ])('approves nothing, also if the agent made it the label that approves: %s', async (text, asked) => {
    const { post, telegram, ada, get, chat } = asking();
    const { json } = await post({ ...question, action, ...asked });
    telegram.writeText({ chat: ada, text: `ID:${json.prompt_id} ${text}` });
    const before = chat().length;
    await until(async () => chat().length > before || (await get(json.prompt_num)).state === 'answered');
    expect([null, 'text']).toContain((await get(json.prompt_num)).answer_type);
  });
});

describe('invisible characters', () => {
  const asking = startOnce(startAsking);

  it.each([
    ['U+202E, which overrides the direction', 'Yes\u202E'],
    ['U+2066, which isolates text', '\u2066Yes'],
    ['U+202A, which embeds text', '\u202AYes'],
    ['U+200B, a space without width', 'Y\u200Bes'],
    ['U+FEFF, a space without width', 'Yes\uFEFF'],
    ['a tag outside of a flag', 'Yes\u{E0041}'],
    ['a flag whose tags have no end', '\u{1F3F4}\u{E0067}\u{E0062}'],
    ['a line break', 'Yes\nNo'],
    ['a control character', 'Yes\u0007'],
    ['a selector that chooses no emoji', 'Yes\uFE0F'],
    ['nothing visible', '\u200E\u200F'],
    ['nothing but spaces', '  '],
  ])('in options and labels are refused with 400: %s', async (_, label) => {
    const options = await asking().post({ ...question, options: [label, 'No'] });
    const labels = await asking().post({ ...decide, labels: { approve: label } });
    for (const [refused, path] of [
      [options, 'options.0'],
      [labels, 'labels.approve'],
    ] as const) {
      expect(refused).toMatchObject({ status: 400, json: { code: 'validation' } });
      expect(refused.json.detail).toMatch(new RegExp(`^${path} must not (be blank|have line breaks)`));
    }
  });

  it.each([
    ['LRM and RLM', '\u200Fכן\u200E'],
    ['ZWNJ of Persian', 'نمی\u200Cخواهم'],
    ['ZWJ of Malayalam', 'ന്\u200D'],
    ['an emoji with its selector', '❤️ Yes'],
    ['an emoji with the selector of text', '❤\uFE0E Yes'],
    ['a keycap', '1️⃣'],
    ['a family', '👨‍👩‍👧'],
    ['a flag', '🇩🇪'],
    ['the flag of a subdivision', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['a space that does not break', 'Oui\u00A0!'],
  ])('that scripts and emoji need are accepted in options and labels: %s', async (_, label) => {
    const { post, get } = asking();
    const asked = await post({ ...question, options: [label, 'No'] });
    expect(asked.status).toBe(200);
    expect((await get(asked.json.prompt_num)).options).toEqual([label, 'No']);
    expect((await post({ ...decide, labels: { approve: label } })).status).toBe(200);
  });
});

describe('options', () => {
  const asking = startOnce(startAsking);

  it.each([['Yes '], ['\u200EYes'], ['Ｙｅｓ']])('that look the same are refused with 400 (case %#)', async (label) => {
    const refused = await asking().post({ ...question, options: ['Yes', label] });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.json.detail).toMatch(/^options must not repeat a label/);
  });

  it('that are flags of different subdivisions, or differ in case, are accepted', async () => {
    const flag = (tags: string) =>
      `🏴${[...tags].map((tag) => String.fromCodePoint(0xe0000 + tag.charCodeAt(0))).join('')}\u{E007F}`;
    const options = [flag('gbeng'), flag('gbsct'), 'Ja', 'JA'];
    expect((await asking().post({ ...question, options })).status).toBe(200);
  });
});
