import { createPolicy, createPrompt, getPrompt, type BodyInput } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { startWhatsApp, TEMPLATE } from '../harness/graph-apps.js';
import { until } from '../harness/until.js';

const show = 'Show the question';
const question = {
  channels: ['ada', 'bob'],
  text: 'Ship it?',
  decisions: ['approve', 'reject'] as ('approve' | 'reject')[],
};

/** Two WhatsApp chats with `template`: Ada has never written, Bob has just written, unless `wrote` is false. */
async function startTwoPeople({ wrote = true } = {}) {
  const clock = manualClock();
  const { sim, gateway, register, addressOf } = await startWhatsApp({ clock });
  const [ada, bob] = [sim.addPerson({ wrote: false }), sim.addPerson({ wrote: false })];
  sim.addTemplate(TEMPLATE);
  await register({ id: 'ada', target: ada.waId, outsideWindow: 'template' });
  await register({ id: 'bob', target: bob.waId, outsideWindow: 'template' });
  await sim.setWebhook(addressOf('ada'));
  if (wrote) await sim.writeText({ person: bob, text: 'Hello' });
  const sent = (person: typeof ada) => sim.messages(person).filter(({ by }) => by === 'business');
  return {
    clock,
    sim,
    gateway,
    ada,
    bob,
    typesFor: (person: typeof ada) => sent(person).map(({ type }) => type),
    textsFor: (person: typeof ada) => sent(person).map(({ text }) => text),
    ask: (body: Partial<BodyInput<typeof createPrompt>> = {}) =>
      gateway.call(createPrompt, { body: { ...question, ...body } }),
    prompt: () => gateway.call(getPrompt, { params: { id: '1' } }),
  };
}

describe('a question with decisions that waits for the reply window of its first chat', () => {
  it('is posted there by a press on the template, decided by a press, and closed in the other chat', async () => {
    const { sim, ada, bob, ask, prompt, typesFor, textsFor } = await startTwoPeople();
    const { warnings } = await ask();
    expect(warnings).toMatchObject([{ code: 'waiting_for_window' }]);
    expect([typesFor(ada), typesFor(bob)]).toEqual([['template'], ['interactive']]);
    await sim.press({ person: ada, button: show });
    expect(await prompt()).toMatchObject({ state: 'pending', waiting_for_window: false });
    await sim.press({ person: ada, button: 'Approve' });
    expect(await prompt()).toMatchObject({ state: 'answered', answer: 'approve', answer_type: 'decision' });
    await until(() => textsFor(bob).length === 2);
  });

  it('can be decided by text in the other chat meanwhile: the first chat gets only an answer to its press', async () => {
    const { sim, gateway, ada, bob, ask, prompt, textsFor } = await startTwoPeople();
    await ask();
    await sim.writeText({ person: bob, text: 'ID:#1 Reject' });
    expect(await prompt()).toMatchObject({ state: 'answered', answer: 'reject', waiting_for_window: false });
    await until(() => gateway.logLines.some((line) => line.includes("A closed prompt's message was updated")));
    expect(textsFor(ada)).toEqual([expect.stringMatching(/^Request 1 is waiting/)]);
    await sim.press({ person: ada, button: show });
    await until(() => textsFor(ada).length === 2);
    expect(textsFor(ada)[1]).toMatch(/^Question #1 is closed/);
  });

  it('is closed in the other chat when the platform refuses it after the press', async () => {
    const { sim, ada, bob, ask, prompt, textsFor } = await startTwoPeople();
    await ask();
    sim.failNext('messages', { error: { code: 131_031, message: '(#131031) Business Account locked' } });
    await sim.press({ person: ada, button: show });
    expect(await prompt()).toMatchObject({ state: 'expired', closed_reason: 'undeliverable' });
    await until(() => textsFor(bob).length === 2);
  });

  it('is not announced by a template in further chats: their posts fail with the reason', async () => {
    const { bob, ask, prompt, typesFor } = await startTwoPeople({ wrote: false });
    const { warnings } = await ask();
    expect(warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['not_posted', 'waiting_for_window']));
    expect((await prompt()).posts?.[1]).toMatchObject({
      channel_id: 'bob',
      message_id: null,
      failed: expect.stringContaining('a template announces a question in its first channel only'),
    });
    expect(typesFor(bob)).toEqual([]);
  });

  it('has reminders only in the chats where it is', async () => {
    const { clock, gateway, ada, bob, ask, typesFor, textsFor } = await startTwoPeople();
    await gateway.call(createPolicy, {
      body: { policy_id: 'p', name: 'Policy', steps: [{ after_sec: 60, remind: true }] },
    });
    await ask({ policy: 'p' });
    clock.advance(60_000);
    await until(() => {
      clock.advance(100);
      return textsFor(bob).some((text) => text.startsWith('Reminder: question #1'));
    });
    expect(typesFor(ada)).toEqual(['template']);
    expect(gateway.logLines.filter((line) => line.includes('A post about a prompt failed'))).toEqual([]);
  });
});
