import { describe, expect, it } from 'vitest';
import type { AnswerDetail, AnswerFile, PromptRow } from '../../src/index.js';
import { closedText, lastText } from '../../src/questions/closed-text.js';
import { whyNotTakenBack } from '../../src/questions/take-back.js';
import {
  acceptedNotice,
  closedNotice,
  closedReason,
  confirmation,
  outcomeLine,
} from '../../src/questions/texts/notices.js';
import { after, deploy, promptOf, withButtons } from '../rows.js';

const detail = (fields: Partial<AnswerDetail> = {}): AnswerDetail => ({
  reason: null,
  args: null,
  text: null,
  personId: null,
  platform: 'chat-a',
  ...fields,
});
const answered = (fields: Partial<PromptRow>, terms: Parameters<typeof promptOf>[1] = null) =>
  promptOf({ state: 'answered', answeredByName: 'Ada', answeredById: '1001', answerType: 'option', ...fields }, terms);
const decided = (answer: string, fields: Partial<PromptRow> = {}, terms: object = {}) =>
  answered(
    { answerType: 'decision', answer, answerDetail: detail(), ...fields },
    { decisions: ['approve', 'reject', 'edit', 'respond'], ...terms },
  );
const filesOf = (count: number) => Array.from({ length: count }, () => ({}) as AnswerFile);

describe('the outcome below a closed question', () => {
  it.each([
    ['has the option and who chose it', answered({ answer: 'Red' }), '✅ Red (Ada)'],
    ['has a text in own words', answered({ answerType: 'text', answer: 'not yet' }), '✅ not yet (Ada)'],
    ['has the label of a decision', decided('approve'), '✅ Approve (Ada)'],
    [
      'has the label that the agent gave',
      decided('approve', {}, { labels: { approve: 'Ship it' } }),
      '✅ Ship it (Ada)',
    ],
    ['shows a rejection as one', decided('reject'), '❌ Reject (Ada)'],
    ['shows no rejection for an option of this name', answered({ answer: 'reject' }), '✅ reject (Ada)'],
    [
      'has the words of a response',
      decided('respond', { answerDetail: detail({ text: 'ask Bob' }) }),
      '✅ ask Bob (Ada)',
    ],
    ['says in words that an action may run', decided('approve', {}, { action: deploy }), '✅ Approved: Approve (Ada)'],
    [
      'says in words that an action may not run',
      decided('reject', {}, { action: deploy }),
      '⛔ Rejected: Reject (Ada)',
    ],
    [
      'says that an action may run with changed arguments',
      decided('edit', { answerDetail: detail({ args: '{}' }) }, { action: deploy }),
      '✅ Approved: Edit (Ada)',
    ],
    [
      'says that a response lets no action run',
      decided('respond', { answerDetail: detail({ text: 'approve' }) }, { action: deploy }),
      '⛔ Rejected: approve (Ada)',
    ],
    [
      'leaves out a sign of the agent that contradicts',
      decided('reject', {}, { action: deploy, labels: { reject: '✅ Fine' } }),
      '⛔ Rejected: Fine (Ada)',
    ],
    [
      'says that an option lets the action run if the agent named it',
      answered({ answer: 'Go' }, { action: deploy, approvingOptions: ['Go'] }),
      '✅ Approved: Go (Ada)',
    ],
    [
      'says that an option lets no action run if the agent named none',
      answered({ answer: 'Go' }, { action: deploy }),
      '⛔ Rejected: Go (Ada)',
    ],
    [
      'says that an approval was taken back',
      decided('approve', { withdrawnAt: after(60) }, { action: deploy }),
      '↩️ Taken back: Approve (Ada)',
    ],
    [
      'says that a standing approval was given',
      decided('approve', { answerDetail: detail({ grantSec: 3600 }) }, { action: deploy }),
      '✅ Approved: Approve, for 1 h also the next ones (Ada)',
    ],
    [
      'says that the policy decided',
      decided('reject', { decidedBy: 'policy', answeredByName: null }),
      '❌ Reject (no answer in time)',
    ],
    [
      'has the user name where there is no name',
      answered({ answer: 'Red', answeredByName: null, answeredByUsername: 'ada_l' }),
      '✅ Red (ada_l)',
    ],
    ['has the user id where there is nothing else', answered({ answer: 'Red', answeredByName: null }), '✅ Red (1001)'],
    [
      'counts one file behind the words',
      answered({ answerType: 'text', answer: 'see photo', answerFiles: filesOf(1) }),
      '✅ see photo 📎 1 file (Ada)',
    ],
    [
      'counts files where there are no words',
      answered({ answerType: 'text', answer: '', answerFiles: filesOf(3) }),
      '✅ 📎 3 files (Ada)',
    ],
    [
      'has an answer of several lines on one line',
      answered({ answerType: 'text', answer: 'a\n\nb\tc' }),
      '✅ a b c (Ada)',
    ],
    ['says that a question was cancelled', promptOf({ state: 'expired', closedReason: 'cancelled' }), '✖️ Cancelled'],
    ['says that a question has expired', promptOf({ state: 'expired' }), '⌛ Expired'],
    [
      'says that a question was not delivered',
      promptOf({ state: 'expired', closedReason: 'undeliverable' }),
      '✖️ Closed: not delivered completely',
    ],
    ['says that a question was never registered', promptOf({ state: 'orphaned' }), '✖️ Closed: never registered'],
  ])('%s', (_, prompt, line) => {
    expect(outcomeLine(prompt)).toBe(line);
  });

  it('has at most 300 UTF-16 units of an answer, and no half emoji', () => {
    const line = outcomeLine(answered({ answerType: 'text', answer: '🙂'.repeat(200) }));
    expect(line).toBe(`✅ ${'🙂'.repeat(149)}… (Ada)`);
  });

  it('keeps an answer of exactly 300 UTF-16 units whole', () => {
    expect(outcomeLine(answered({ answerType: 'text', answer: 'x'.repeat(300) }))).toBe(`✅ ${'x'.repeat(300)} (Ada)`);
  });
});

describe('the notice to the person who answered', () => {
  it.each([
    ['has the answer', answered({ answer: 'Red' }), 'Recorded: Red'],
    ['counts the files', answered({ answerType: 'text', answer: '', answerFiles: filesOf(2) }), 'Recorded: 📎 2 files'],
    ['has no way back after a rejection', decided('reject', {}, { action: deploy }), 'Recorded: Reject'],
    ['has no way back where there is no action', decided('approve'), 'Recorded: Approve'],
    [
      'says how to take an approval back',
      decided('approve', {}, { action: deploy }),
      'Recorded: Approve. To take it back, reply to the question within 10 minutes: Take back',
    ],
  ])('%s', (_, prompt, notice) => {
    expect(acceptedNotice(prompt)).toBe(notice);
  });

  it('in the thread says how to take an approval back, and nothing of it after a rejection', () => {
    expect(confirmation(decided('approve', {}, { action: deploy }))).toContain('question #12. To take it back');
    expect(confirmation(decided('reject', {}, { action: deploy }))).toBe('✅ Recorded as the answer to question #12.');
  });
});

describe('the notice to a person who came too late', () => {
  it.each([
    [
      'has the answer and who gave it',
      answered({ answer: 'Red' }),
      'Question #12 is closed. The answer was: Red (Ada)',
      'is already answered: "Red" by Ada.',
    ],
    [
      'says that the question was cancelled',
      promptOf({ state: 'expired', closedReason: 'cancelled' }),
      'Question #12 was cancelled. Nothing was recorded.',
      'was cancelled: it no longer takes an answer.',
    ],
    [
      'says that the question has expired',
      promptOf({ state: 'expired' }),
      'Question #12 has expired. Nothing was recorded.',
      'has expired: it no longer takes an answer.',
    ],
    [
      'says that the question was not delivered',
      promptOf({ state: 'expired', closedReason: 'undeliverable' }),
      'Question #12 was not delivered completely. Nothing was recorded.',
      'was not delivered: it no longer takes an answer.',
    ],
    [
      'says that the question was never registered',
      promptOf({ state: 'orphaned' }),
      'Question #12 was never registered. Nothing was recorded.',
      'was never registered: it takes no answer.',
    ],
  ])('%s', (_, prompt, notice, reason) => {
    expect([closedNotice(prompt), closedReason(prompt)]).toEqual([notice, reason]);
  });

  it('shortens a long answer and a long name', () => {
    const notice = closedNotice(
      answered({ answerType: 'text', answer: 'x'.repeat(500), answeredByName: 'y'.repeat(500) }),
    );
    expect(notice).toBe(`Question #12 is closed. The answer was: ${'x'.repeat(79)}… (${'y'.repeat(39)}…)`);
  });
});

describe('the closed question', () => {
  const limits = { ...withButtons, text: { max: 100 }, media: { url: true, bytes: true } };

  it('has the outcome below the question', () => {
    expect(closedText(answered({ answer: 'Red', options: ['Red'] }), limits)).toBe('Which?\n\n✅ Red (Ada)');
  });

  it('no longer says how to answer', () => {
    expect(closedText(answered({ answerType: 'text', answer: 'Red', allowText: true }), limits)).toBe(
      'Which?\n\n✅ Red (Ada)',
    );
  });

  it('keeps the link to the console', () => {
    const prompt = answered({
      answerType: 'text',
      answer: 'Red',
      allowText: true,
      consoleUrl: 'https://gate.example/console',
    });
    expect(lastText(prompt, { ...limits, text: { max: 1000 } })).toBe(
      'Which?\n\nOpen in the console: https://gate.example/console/prompts/12',
    );
  });

  it('that would be one unit too long gets the outcome as a message of its own', () => {
    const outcome = '\n\n✅ Red (Ada)'.length;
    const asked = (length: number) => answered({ answer: 'Red', options: ['Red'], text: 'x'.repeat(length) });
    expect(closedText(asked(100 - outcome), limits)).toHaveLength(100);
    expect(closedText(asked(101 - outcome), limits)).toBeNull();
  });

  it('is measured by what its platform sends', () => {
    const text = { max: 100, length: (given: string) => given.length * 10 };
    expect(closedText(answered({ answer: 'Red', options: ['Red'] }), { ...limits, text })).toBeNull();
  });

  it('shows the label of an action without the formatting of the platform', () => {
    const prompt = decided('approve', {}, { action: { ...deploy, args: null }, labels: { approve: 'do *not* run' } });
    expect(closedText(prompt, { ...limits, text: { max: 1000, formats: '*_~' } })).toContain(
      String.raw`Approved: do \u{002a}not`,
    );
  });
});

describe('an approval in the chat', () => {
  const approved = (fields: Partial<PromptRow> = {}) =>
    decided('approve', { answeredAt: after(0), ...fields }, { action: deploy });
  it.each([
    ['can be taken back at once', approved(), 0, null],
    ['can be taken back after exactly 10 minutes', approved(), 600, null],
    [
      'cannot be taken back after more than 10 minutes',
      approved(),
      601,
      'was approved more than 10 minutes ago: it cannot be taken back.',
    ],
    [
      'cannot be taken back after it was used',
      approved({ consumedAt: after(1) }),
      2,
      'was used already: the action may have run.',
    ],
    ['cannot be taken back twice', approved({ withdrawnAt: after(1) }), 2, 'was taken back before.'],
    [
      'cannot be taken back after a rejection',
      decided('reject', { answeredAt: after(0) }, { action: deploy }),
      0,
      'has no approval that could be taken back.',
    ],
    [
      'cannot be taken back while the question is open',
      promptOf({}, { action: deploy }),
      0,
      'has no approval that could be taken back.',
    ],
  ] as const)('%s', (_, prompt, seconds, why) => {
    expect(whyNotTakenBack(prompt, after(seconds).getTime())).toBe(why);
  });
});
