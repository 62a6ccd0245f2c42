import { createPolicy, createPrompt, getPrompt, listPlatforms } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { startChatWithoutButtons } from '../harness/chat-without-buttons.js';

const one = { params: { id: '1' } };
const start = () => startChatWithoutButtons({ choices: 'replies' });
const ask = { channel_id: 'ops', text: 'Deploy 4.2?' };

describe('a question on a platform where people choose by replies', () => {
  it('lists its choices, says how to answer, and takes a number, a label or a wrong number', async () => {
    const { chat, gateway } = await start();
    const options = ['Yes, now', 'No', 'Later'];
    for (const _ of [1, 2, 3]) await gateway.call(createPrompt, { body: { ...ask, options } });
    expect(chat.shown[0]?.text).toBe(
      'Deploy 4.2?\n\n1. Yes, now\n2. No\n3. Later\n\nReply with the number or the words. If several questions are open: #1 2',
    );
    expect(chat.shown[0]?.message).toMatchObject({ buttons: [], allowsText: false });

    // Three are open, so one must be named.
    expect(await chat.write('Ada', '2')).toMatchObject({ result: 'refused' });
    await chat.reads(
      'Several questions are open here: #1, #2, #3. Please begin with the number of the question, for example: #1 2',
    );
    expect(await chat.write('Ada', '#2 2')).toMatchObject({ result: 'answered' });
    expect(await chat.write('Ada', ' LATER. ', chat.shown[0]?.id)).toMatchObject({ result: 'answered' });
    await chat.reads('Recorded as the answer to question #1.');
    expect(await gateway.call(getPrompt, one)).toMatchObject({ answer: 'Later', answer_type: 'option' });
    expect(await gateway.call(getPrompt, { params: { id: '2' } })).toMatchObject({ answer: 'No' });

    // Only #3 is open now.
    expect(await chat.write('Ada', '7')).toMatchObject({ result: 'refused' });
    await chat.reads('Question #3 has no choice 7: please reply with a number from 1 to 3.');
    expect(await chat.write('Ada', '2 because it is Friday')).toMatchObject({ result: 'refused' });
    await chat.reads('Question #3 takes no words besides the choice: please reply with the choice alone.');
    expect(await chat.write('Bob', 'lunch?')).toMatchObject({ result: 'ignored' });
    expect(await chat.write('Bob', '1?')).toMatchObject({ result: 'ignored' });
    expect(await chat.write('Bob', 'Maybe', chat.shown[2]?.id)).toMatchObject({ result: 'refused' });
    await chat.reads('Question #3 takes no other answer: please reply with the number or the words.');
    expect(await chat.write('Ada', 'yes now')).toMatchObject({ result: 'answered' });
    expect(await gateway.call(getPrompt, { params: { id: '3' } })).toMatchObject({ answer: 'Yes, now' });
    expect(await chat.write('Ada', '#3 2')).toMatchObject({ result: 'refused' });
    await chat.reads('Question #3 is closed. The answer was: Yes, now (Ada)');
  });

  it('takes an answer in own words by a native reply or with its number, and none that is not named', async () => {
    const { chat, gateway } = await start();
    await gateway.call(createPrompt, { body: { ...ask, options: ['1', 'A'], allow_text: true } });
    await chat.reads('1. 1\n2. A\n');
    await chat.reads('For another answer, reply to this message, or write: #1 your answer');
    expect(await chat.write('Ada', 'not on a Friday')).toMatchObject({ result: 'ignored' });
    expect(await chat.write('Ada', '#1 2 because of the load')).toMatchObject({ result: 'answered' });
    expect(await gateway.call(getPrompt, one)).toMatchObject({ answer: 'A because of the load', answer_type: 'text' });

    // Numbers that are labels of other choices: letters name the choices.
    await gateway.call(createPrompt, { body: { ...ask, options: ['2', '1'] } });
    await chat.reads('A. 2\nB. 1\n\nReply with the letter or the words.');
    await chat.write('Ada', '1');
    expect(await gateway.call(getPrompt, { params: { id: '2' } })).toMatchObject({ answer: '1' });
  });

  it('takes the words after a decision as its reason, and counts two approvals of a policy', async () => {
    const { chat, gateway } = await start();
    await gateway.call(createPolicy, { body: { policy_id: 'two', name: 'Two people', approvals: 2 } });
    const body = {
      ...ask,
      decisions: ['approve', 'reject'] as const,
      approvers: [{ user_id: 'id-Ada' }, { user_id: 'id-Bob' }],
      policy: 'two',
      ask_reason: 'on_reject' as const,
    };
    await gateway.call(createPrompt, { body: { ...body, decisions: [...body.decisions] } });
    await chat.reads('A reason can follow: 2 because …');

    expect(await chat.write('Cy', '1')).toMatchObject({ result: 'refused' });
    const refusal = await chat.reads('may answer question #1.');
    expect(refusal.message).toMatchObject({ privateTo: 'id-Cy' });
    chat.visibility = 'chat';
    expect(await chat.write('Cy', '1')).toMatchObject({ result: 'refused' });
    expect((await chat.reads('has other approvers')).text).not.toMatch(/Ada|Bob|Cy/);

    await chat.write('Ada', '1');
    await chat.reads('1 of 2: Ada');
    await chat.write('Bob', 'approve because the tests are green');
    expect(await gateway.call(getPrompt, one)).toMatchObject({
      state: 'answered',
      decision: { value: 'approve', reason: 'the tests are green' },
      votes: [{ by: { user_id: 'id-Ada' } }, { by: { user_id: 'id-Bob' }, reason: 'the tests are green' }],
    });

    await gateway.call(createPrompt, { body: { ...ask, decisions: ['approve', 'reject'], ask_reason: 'on_reject' } });
    await chat.write('Ada', 'Reject: wrong branch');
    expect(await gateway.call(getPrompt, { params: { id: '2' } })).toMatchObject({
      decision: { value: 'reject', reason: 'wrong branch' },
    });
  });

  it('tells a person who is asked for a reason one thing, and takes the reply to any message about the question', async () => {
    const { chat, gateway } = await start();
    const decision = { decisions: ['approve' as const, 'reject' as const], ask_reason: 'on_reject' as const };
    await gateway.call(createPrompt, { body: { ...ask, ...decision } });
    await chat.write('Ada', 'Reject', chat.shown[0]?.id);
    const why = await chat.reads('Question #1: Reject is recorded. Why?');
    await chat.write('Ada', 'It is Friday', why.id);
    await chat.reads('The reason for question #1 is recorded.');
    expect((await gateway.call(getPrompt, one)).decision).toMatchObject({ value: 'reject', reason: 'It is Friday' });

    await gateway.call(createPrompt, { body: { ...ask, ...decision } });
    await chat.write('Ada', '#2 Approve');
    await chat.reads('Recorded as the answer to question #2.');
    const texts = chat.shown.map(({ text }) => text);
    expect(texts.filter((text) => text.includes('question #1') && text.includes('Recorded'))).toEqual([]);
  });

  it('posts one message for a vote, and no note for a vote that changes nothing', async () => {
    const { chat, gateway } = await start();
    await gateway.call(createPolicy, { body: { policy_id: 'two', name: 'Two', approvals: 2 } });
    const body = { ...ask, decisions: ['approve' as const, 'reject' as const], policy: 'two' };
    await gateway.call(createPrompt, { body });
    const [{ id: question } = { id: '' }] = chat.shown;
    await chat.write('Ada', 'Approve', question);
    await chat.reads('1 of 2: Ada');
    await chat.write('Ada', 'Approve', question);
    await chat.reads('Your vote is recorded. 1 of 2: Ada');
    await chat.write('Ben', 'Approve', question);
    await chat.reads('Recorded as the answer to question #1.');
    const votes = chat.shown.map(({ text }) => text).filter((text) => text.includes('of 2'));
    expect(votes).toEqual(['1 of 2: Ada', 'Your vote is recorded. 1 of 2: Ada']);
  });

  it('gets replies in the thread in which it was answered', async () => {
    const { chat, gateway } = await start();
    chat.thread = 'thread-7';
    await gateway.call(createPrompt, { body: { ...ask, options: ['Yes', 'No'] } });
    await chat.write('Ada', '#1 7');
    expect((await chat.reads('has no choice 7')).message).toMatchObject({ thread: 'thread-7' });
    await chat.write('Ada', '#1 1');
    expect((await chat.reads('Recorded as the answer')).message).toMatchObject({ thread: 'thread-7' });
  });

  it('changes arguments by replies, and uses only those that the person confirmed', async () => {
    const { chat, gateway } = await start();
    const action = { name: 'deploy', args: { region: 'eu', count: 2 } };
    await gateway.call(createPrompt, { body: { ...ask, action, decisions: ['approve', 'edit', 'respond'] } });
    expect(await chat.write('Ada', 'use these')).toMatchObject({ result: 'ignored' });
    await chat.write('Ada', '2');
    await chat.reads('Write the ones to change as key: value lines');
    await chat.write('Ada', '#1 count: 3');
    const first = await chat.reads('region: eu\ncount: 3\n\nReply with: Use these – or with: Discard.');
    await chat.write('Ada', 'discard');
    await chat.reads('The changes are discarded. Question #1 is still open.');
    await chat.write('Ada', '2');
    await chat.write('Ada', 'count: 4', chat.shown[0]?.id);
    await chat.reads('region: eu\ncount: 4\n');
    expect(await chat.write('Ada', 'use these', first.id)).toMatchObject({ result: 'refused' });
    await chat.reads('These arguments were replaced or discarded.');
    expect(await chat.write('Bob', 'use these')).toMatchObject({ result: 'ignored' });
    await chat.write('Ada', 'Use these');
    expect(await gateway.call(getPrompt, one)).toMatchObject({
      decision: { value: 'edit', args: { region: 'eu', count: 4 } },
    });

    await gateway.call(createPrompt, { body: { ...ask, decisions: ['approve', 'respond'] } });
    await chat.write('Ada', '#2 Respond because I know better');
    expect(await gateway.call(getPrompt, { params: { id: '2' } })).toMatchObject({
      decision: { value: 'respond', text: 'I know better' },
    });
  });
});

describe('a platform without buttons', () => {
  it('counts a reaction to the question like a press, and one on another message not at all', async () => {
    const { chat, gateway } = await startChatWithoutButtons({ choices: 'reactions', reactions: { max: 5 } });
    const platform = (await gateway.call(listPlatforms, {})).find(({ id }) => id === 'irc');
    expect(platform).toMatchObject({ capabilities: { choices: 'reactions' }, limits: { options: 10 } });
    await gateway.call(createPrompt, { body: { ...ask, options: ['Yes', 'No'] } });
    const question = await chat.reads('React with the number, or reply with the number or the words.');
    expect(question.message).toMatchObject({ buttons: [{ label: '1' }, { label: '2' }] });
    expect(await chat.choose('Ada', question.id, 2)).toMatchObject({ result: 'ignored' });
    expect(await chat.choose('Ada', 'another', 1)).toMatchObject({ result: 'ignored' });
    expect(await chat.choose('Ada', question.id, 1)).toMatchObject({ result: 'answered', notice: 'Recorded: No' });
    expect(await gateway.call(getPrompt, one)).toMatchObject({ answer: 'No', answered_by_id: 'id-Ada' });
    expect(await chat.choose('Bob', question.id, 0)).toMatchObject({ result: 'refused' });
  });

  it('has the labels in its poll, and none where the poll has too few places', async () => {
    const { chat, gateway } = await startChatWithoutButtons({
      choices: 'polls',
      polls: { max: 2, labelLength: 20 },
    });
    await gateway.call(createPrompt, { body: { ...ask, options: ['Yes', 'No'] } });
    const poll = await chat.reads('Vote in the poll, or reply with the number or the words.');
    expect(poll.message).toMatchObject({ buttons: [{ label: 'Yes' }, { label: 'No' }] });
    await gateway.call(createPrompt, { body: { ...ask, options: ['Yes', 'No', 'Later'] } });
    expect((await chat.reads('3. Later')).message).toMatchObject({ buttons: [] });
    await chat.reads('Later\n\nReply with the number or the words.');
  });
});

it('gives every post its own idempotency key, and the same one when a lost post is repeated', async () => {
  const { chat, gateway } = await start();
  const body = { ...ask, options: ['Yes', 'No'] };
  const headers = { 'idempotency-key': 'one' };
  chat.losesNext = true;
  expect((await gateway.request('POST', '/v1/prompts/new', { body, headers })).status).toBe(400);
  expect((await gateway.request('POST', '/v1/prompts/new', { body, headers })).json).toMatchObject({ prompt_id: '#1' });
  expect(chat.shown).toHaveLength(1);
  expect(chat.keys[0]).toBe(chat.keys[1]);
  expect(chat.keys[0]).toMatch(/^[\w-]{22}$/);
  await gateway.call(createPrompt, { body });
  await chat.write('Ada', '7');
  await chat.write('Ada', '#2 7');
  await chat.write('Ada', '#2 1');
  await chat.reads('Recorded as the answer to question #2.');
  expect(new Set(chat.keys.slice(1)).size).toBe(chat.keys.length - 1);
});
