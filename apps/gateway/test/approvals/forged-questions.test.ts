import { describe, expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { forgedQuestions, type Forged } from './forged-questions.js';
import { startSevenChats, type Seen, type SeenChat } from './seven-chats.js';
import { readQuestion, readWhole, type ReadBack } from './shown-action.js';

const seven = startOnce(startSevenChats);

describe('200 forged questions on seven platforms: in each, the bytes that would be approved are in the message or one press away, or nothing in that chat approves', () => {
  it('are at least 200', () => {
    expect(Object.values(forgedQuestions).flat().length).toBeGreaterThanOrEqual(200);
  });

  describe.each(Object.entries(forgedQuestions))('%s', (_family, table) => {
    it('on Telegram, and each on one other platform', async () => {
      const [telegram, ...others] = seven().chats;
      await expectNoFlaw(table, (at) => [telegram, others[at % others.length]]);
    });

    it('on all platforms', { tags: ['slow'] }, async () => {
      await expectNoFlaw(table, () => seven().chats);
    });
  });
});

async function expectNoFlaw(
  table: readonly Forged[],
  chatsOf: (at: number) => readonly (SeenChat | undefined)[],
): Promise<void> {
  const flaws: string[] = [];
  for (const [at, forged] of table.entries())
    flaws.push(
      ...(await flawsOf(
        forged,
        chatsOf(at).filter((chat) => chat !== undefined),
      )),
    );
  expect(flaws).toEqual([]);
}

/** What is wrong with a forged question, in any of the chats. */
async function flawsOf({ what, text, action, choices }: Forged, chats: readonly SeenChat[]): Promise<string[]> {
  const { gateway } = seven();
  const before = new Map<SeenChat, number>();
  for (const chat of chats) before.set(chat, (await chat.messages()).length);
  const asked = await gateway.request('POST', '/v1/prompts/new', {
    body: {
      channels: chats.map(({ platform }) => platform),
      text,
      action,
      decisions: ['approve', 'reject'],
      ...choices,
    },
  });
  if (asked.status !== 200) return [`${what}: ${asked.text}`];
  const num: number = asked.json.prompt_num;
  const { json: record } = await gateway.request('GET', `/v1/prompts/${num}`);
  const posts = record.posts as { channel_id: string; uninspectable: boolean; failed: string | null }[];
  const flaws: string[] = [];
  let size: number | null = null;
  for (const chat of chats) {
    const post = posts.find((each) => each.channel_id === chat.platform);
    const note = (found: string) => flaws.push(`${chat.platform}: ${what}: ${found}`);
    if (post?.failed !== null) note(`it was not posted: ${post?.failed}`);
    const question = (await chat.messages()).slice(before.get(chat)).filter(isNoNotice);
    const labels = question.flatMap(({ buttons }) => buttons);
    const signs = labels.filter((label) => label !== 'Show all').map((label) => label.split(' ')[0]);
    if (signs.join() !== '✅,⛔' && signs.join() !== '✅,⛔,✅') note(`the buttons ${labels.join()}`);
    const count = Object.keys(action.args).length;
    if (post?.uninspectable) {
      await chat.press(labels[0] ?? '');
      const { json: now } = await gateway.request('GET', `/v1/prompts/${num}`);
      if (now.state !== 'pending') note('it was approved unseen');
      continue;
    }
    if (!labels.includes('Show all')) {
      compare(readQuestion(question, count), action, note);
      continue;
    }
    for (const flaw of readQuestion(question, Math.min(count, 41)).flaws) note(flaw);
    const shown = await pressShowAll(chat, num);
    const file = shown.find((message) => message.file)?.file;
    if (file && file.text === null) {
      if (file.size !== size) note(`a file of ${file.size} bytes, not ${size}`);
      continue;
    }
    size ??= file?.size ?? null;
    compare(readWhole(file ? [{ ...shown[0]!, text: file.text ?? '' }] : shown, num, count), action, note);
  }
  return flaws;
}

/** A notice, or the title of a file, may come after the next question. */
const isNoNotice = ({ text, file }: Seen) => file !== null || !/^The whole action of question #\d+/.test(text);

/** Presses `Show all`, and returns what it posted. */
async function pressShowAll(chat: SeenChat, num: number): Promise<readonly Seen[]> {
  const before = (await chat.messages()).length;
  await chat.press('Show all');
  return await until(async () => {
    const shown = (await chat.messages()).slice(before).filter(isNoNotice);
    const isFile = shown.some(({ file }) => file?.name === `action-${num}.txt`);
    return isFile || shown.some(({ text }) => /(?:^|\n)Digest: sha256:[0-9a-f]{64}$/.test(text)) ? shown : null;
  });
}

function compare({ name, args, flaws }: ReadBack, action: Forged['action'], note: (found: string) => void): void {
  for (const flaw of flaws) note(flaw);
  if (name !== action.name) note(`the name reads ${JSON.stringify(name)}`);
  const text = (value: unknown) => (typeof value === 'number' ? JSON.stringify(value) : value);
  for (const [at, [key, value]] of Object.entries(action.args).entries()) {
    const expected = [key, text(value)];
    if (JSON.stringify(args[at]) !== JSON.stringify(expected))
      note(
        `an argument reads ${JSON.stringify(args[at])?.slice(0, 300)}, not ${JSON.stringify(expected).slice(0, 300)}`,
      );
  }
}
