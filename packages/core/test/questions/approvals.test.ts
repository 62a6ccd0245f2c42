import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decisionOfPrompt, digestOf, type AnswerDetail, type PromptTerms } from '../../src/index.js';
import { actionDigest } from '../../src/questions/action/action-digest.js';
import { answerOf, approvedIn, usedDigestOf } from '../../src/questions/answer-of.js';
import { mayRun } from '../../src/questions/choices.js';
import { deploy, promptOf, termsOf } from '../rows.js';

const sha256 = (json: string) => `sha256:${createHash('sha256').update(json).digest('hex')}`;
const detail = (fields: Partial<AnswerDetail> = {}): AnswerDetail => ({
  reason: null,
  args: null,
  text: null,
  personId: null,
  platform: null,
  ...fields,
});
const all: PromptTerms['decisions'] = ['approve', 'reject', 'edit', 'respond'];
const deciding = termsOf({ action: deploy, decisions: all });

describe('the digest of an action', () => {
  it('is SHA-256 of the canonical JSON of name and arguments', () => {
    expect(actionDigest('deploy', { version: '2.4.0', service: 'api' })).toBe(
      sha256('{"args":{"service":"api","version":"2.4.0"},"name":"deploy"}'),
    );
  });

  it.each([
    ['does not depend on the order of the arguments', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['does not depend on the order inside an argument', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
    ['does not depend on how a number is written', { a: 1 }, { a: 1.0 }],
    ['is the same without arguments and with none', null, {}],
  ])('%s', (_, one, other) => {
    expect(actionDigest('deploy', one)).toBe(actionDigest('deploy', other));
  });

  it.each([
    ['tells a text from a number', { a: '1' }, { a: 1 }],
    ['tells null from a missing argument', { a: null }, {}],
    ['tells the order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['tells upper case from lower case', { a: 'API' }, { a: 'api' }],
    ['tells composed from combined letters', { a: 'é' }, { a: 'e\u0301' }],
    ['tells a hidden character', { a: 'api' }, { a: 'a\u200Bpi' }],
    ['tells an argument with the name of a prototype', { ['__proto__']: 1 }, {}],
    ['tells true from a text', { a: true }, { a: 'true' }],
  ])('%s', (_, one, other) => {
    expect(actionDigest('deploy', one)).not.toBe(actionDigest('deploy', other));
  });

  it('tells actions with equal arguments and another name', () => {
    expect(actionDigest('deploy', { a: 1 })).not.toBe(actionDigest('Deploy', { a: 1 }));
  });

  it('is the same for the stored text of the arguments', () => {
    expect(digestOf({ name: 'deploy', args: '{"version":"2.4.0", "service":"\\u0061pi"}' })).toBe(digestOf(deploy));
  });
});

describe('an answer to an action', () => {
  const give = (value: string, fields: Partial<AnswerDetail> = {}, terms = deciding) =>
    answerOf({ terms }, { type: 'decision', value, detail: detail(fields) });

  it('that approves carries the arguments and the digest of the action as asked', () => {
    expect(give('approve')).toMatchObject({
      args: { service: 'api', version: '2.4.0' },
      action_digest: digestOf(deploy),
    });
  });

  it('that approves carries the arguments as asked also where others are stored with it', () => {
    expect(give('approve', { args: '{"service":"other"}' })).toMatchObject({
      args: { service: 'api' },
      action_digest: digestOf(deploy),
    });
  });

  it('that changes the arguments carries these and their digest', () => {
    expect(give('edit', { args: '{"service":"web"}' })).toMatchObject({
      args: { service: 'web' },
      action_digest: digestOf({ name: 'deploy', args: '{"service":"web"}' }),
    });
  });

  it.each([
    ['rejects', 'reject', {}],
    ['responds', 'respond', { text: 'approve' }],
  ])('that %s carries no arguments and no digest', (_, value, fields) => {
    expect(give(value, fields)).toMatchObject({ args: null, action_digest: null });
  });

  it('carries the reason and the response', () => {
    expect(give('reject', { reason: 'too late' })).toMatchObject({ value: 'reject', reason: 'too late', text: null });
    expect(give('respond', { text: 'ask Bob' })).toMatchObject({ value: 'respond', reason: null, text: 'ask Bob' });
  });

  it('carries no digest where no action was asked for', () => {
    expect(give('approve', {}, termsOf({ decisions: all }))).not.toHaveProperty('action_digest');
  });
});

describe('an option or text as the answer to an action', () => {
  const terms = termsOf({ action: deploy, approvingOptions: ['Go'] });
  it.each([
    ['is an approval for the named option', { type: 'option', value: 'Go' }, digestOf(deploy)],
    ['is none for another option', { type: 'option', value: 'Stop' }, null],
    ['is none for the named option in other letters', { type: 'option', value: 'go' }, null],
    ['is none for a text with the words of the named option', { type: 'text', value: 'Go' }, null],
  ] as const)('%s', (_, given, digest) => {
    expect(answerOf({ terms }, given)).toMatchObject({ ...given, action_digest: digest });
  });

  it('is no approval where no option was named', () => {
    expect(answerOf({ terms: termsOf({ action: deploy }) }, { type: 'option', value: 'Go' })).toMatchObject({
      action_digest: null,
    });
  });

  it('is no approval for an option that is called “approve”', () => {
    expect(answerOf({ terms }, { type: 'option', value: 'approve' })).toMatchObject({ action_digest: null });
  });

  it.each([
    [
      'may be taken for a permission where no option is named',
      termsOf({ action: deploy }),
      { type: 'option', value: 'Go' },
      true,
    ],
    ['may not be taken for one where another option is named', terms, { type: 'option', value: 'Stop' }, false],
    ['may not be taken for one as a text', termsOf({ action: deploy }), { type: 'text', value: 'Go' }, false],
    ['may not be taken for one without an action', termsOf(), { type: 'option', value: 'Go' }, false],
  ] as const)('%s', (_, asked, given, may) => {
    expect(mayRun({ terms: asked }, given)).toBe(may);
  });
});

describe('the files of an answer', () => {
  const file = {
    name: 'a.png',
    type: 'image/png',
    size: 3,
    sha256: 'ab',
    url: 'https://gate.example/media/x/a.png',
    tokenHash: 'secret',
  };

  it('are in the answer without the hash of their address', () => {
    const answer = answerOf({ terms: null, allowAttachments: true }, { type: 'text', value: '', files: [file] });
    const { tokenHash: _, ...shown } = file;
    expect(answer).toEqual({ type: 'text', value: '', attachments: [shown] });
  });

  it('are an empty list where files were allowed and none came', () => {
    expect(answerOf({ terms: null, allowAttachments: true }, { type: 'text', value: 'x' })).toMatchObject({
      attachments: [],
    });
  });

  it('are left out where files were not allowed', () => {
    expect(answerOf({ terms: null, allowAttachments: false }, { type: 'text', value: 'x' })).not.toHaveProperty(
      'attachments',
    );
  });
});

describe('the approval of a prompt', () => {
  const given = (fields: object) =>
    promptOf(
      { answerType: 'decision', answer: 'approve', answerDetail: detail(), state: 'answered', ...fields },
      deciding,
    );
  it.each([
    ['exists once it is approved', given({}), digestOf(deploy)],
    [
      'is for the changed arguments',
      given({ answer: 'edit', answerDetail: detail({ args: '{}' }) }),
      digestOf({ name: 'deploy', args: '{}' }),
    ],
    ['does not exist after a rejection', given({ answer: 'reject' }), null],
    ['does not exist after a response', given({ answer: 'respond', answerDetail: detail({ text: 'yes' }) }), null],
    ['does not exist before the answer', promptOf({}, deciding), null],
    [
      'does not exist without an action',
      promptOf({ state: 'answered', answerType: 'decision', answer: 'approve' }, { decisions: all }),
      null,
    ],
  ])('%s', (_, prompt, digest) => {
    const approved = approvedIn(prompt);
    expect([approved && digestOf(approved), usedDigestOf(prompt)]).toEqual([digest, digest]);
  });

  it('does not exist while the prompt is not recorded as answered', () => {
    expect(approvedIn(given({ state: 'pending' }))).toBeNull();
  });

  it('has a decision only where decisions were asked for', () => {
    expect(decisionOfPrompt(given({}))?.value).toBe('approve');
    expect(decisionOfPrompt(promptOf({ answerType: 'option', answer: 'approve' }))).toBeNull();
  });
});
