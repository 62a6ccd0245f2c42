import { createPolicy, createPrompt, getPrompt } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { deciders, type Decider } from './deciders.js';

const params = { id: '1' };
/** Waits until a person can read a text. */
const reads = (person: Decider, text: string | RegExp) =>
  until(() => person.reads().some((known) => (typeof text === 'string' ? known.includes(text) : text.test(known))));

describe.each(Object.entries(deciders))('a decision on %s', (_platform, start) => {
  it('takes the words of the person who rejected, and its callback waits for them', async () => {
    const {
      gateway,
      channels,
      people: [ada],
    } = await start();
    const receiver = await startReceiver();
    await gateway.call(createPrompt, {
      body: {
        channels: [...channels],
        text: 'Ship it?',
        decisions: ['approve', 'reject'],
        ask_reason: 'on_reject',
        callback_url: receiver.url,
      },
    });
    await ada.press('Reject');
    expect(await gateway.call(getPrompt, { params })).toMatchObject({ state: 'answered', decision: { reason: null } });
    expect(receiver.received).toEqual([]);
    await ada.say('Wait for the tests.');
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      answer: { type: 'decision', value: 'reject', reason: 'Wait for the tests.' },
      answered_by: { id: ada.id },
    });
    await reads(ada, `Reject (${ada.name})`);
    await reads(ada, 'The reason for question #1 is recorded.');
  });

  it('by two of three approvers refuses somebody who is no approver, and closes every chat', async () => {
    const { gateway, channels, people } = await start();
    const [ada, bob, cy] = people;
    const receiver = await startReceiver();
    await gateway.call(createPolicy, { body: { policy_id: 'two', name: 'Two people', approvals: 2 } });
    await gateway.call(createPrompt, {
      body: {
        channels: [...channels],
        text: 'Ship it?',
        decisions: ['approve', 'reject'],
        approvers: [{ user_id: ada.id }, { user_id: bob.id }],
        policy: 'two',
        callback_url: receiver.url,
      },
    });
    await cy.press('Approve');
    await reads(cy, /Only .* may answer question #1\./);
    await ada.press('Approve');
    for (const person of people) await reads(person, `1 of 2: ${ada.name}`);
    expect(await gateway.call(getPrompt, { params })).toMatchObject({
      state: 'pending',
      votes: [{ decision: 'approve', by: { user_id: ada.id } }],
    });
    await bob.press('Approve');
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).toMatchObject({
      answer: { type: 'decision', value: 'approve' },
      answered_by: { id: bob.id },
      decided_by: 'person',
    });
    expect(callback?.json.votes.map(({ by }: { by: { user_id: string } }) => by.user_id)).toEqual([ada.id, bob.id]);
    for (const person of people) await reads(person, `Approve (${bob.name})`);
  });
});
