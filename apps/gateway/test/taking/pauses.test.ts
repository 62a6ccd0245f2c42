import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { until } from '../harness/until.js';
import { startTaking } from './fixture.js';

const MINUTE_MS = 60_000;

/** A policy that reminds after 10 and 20 minutes, and waits 5 minutes for who has the prompt. */
const policy = {
  pause_steps_while_taken_sec: 300,
  steps: [
    { after_sec: 600, remind: true },
    { after_sec: 1200, remind: true },
  ],
};

onEveryEngine((engine) => {
  /** Question 1 by this policy; question 2 by one that does not wait. */
  async function startPaused() {
    const taking = await startTaking(engine);
    const { addPolicy, askTeam, clock, inTeam } = taking;
    await addPolicy(policy);
    await addPolicy({ ...policy, policy_id: 'prompt', pause_steps_while_taken_sec: 0 });
    const start = clock.now();
    await askTeam({ policy: 'p', ttl_sec: 7200 });
    await askTeam({ policy: 'prompt', ttl_sec: 7200 });
    const reminders = (num = 1) => inTeam().filter((text) => text.startsWith(`Reminder: question #${num}`)).length;
    const reminded = (times: number, num = 1) =>
      until(() => {
        if (reminders(num) === times) return true;
        clock.advance(100);
        return false;
      });
    const toMinute = (minute: number) => clock.advance(start + minute * MINUTE_MS - clock.now());
    return { ...taking, toMinute, reminded, reminders };
  }

  describe('the steps of a policy', () => {
    it('wait while somebody has the prompt, for as long as the policy says', async () => {
      const { write, bob, isTakenBy, toMinute, reminded, reminders } = await startPaused();
      toMinute(8);
      await write(bob, 'I have it');
      await isTakenBy('bob');
      toMinute(12.5);
      await reminded(1, 2);
      expect(reminders()).toBe(0);
      toMinute(13);
      await reminded(1);
      toMinute(20);
      await reminded(2, 2);
      await reminded(2);
    });

    it('are at most that late, however often the prompt is taken', async () => {
      const { write, ada, bob, isTakenBy, toMinute, reminded, reminders } = await startPaused();
      toMinute(9);
      await write(bob, 'I have it');
      await isTakenBy('bob');
      toMinute(13.5);
      await write(ada, 'I have it');
      await isTakenBy('ada');
      toMinute(14.5);
      await reminded(1, 2);
      expect(reminders()).toBe(0);
      toMinute(15);
      await reminded(1);
    });

    it('wait after a press on the button I have it, which only questions with such a policy have', async () => {
      const { pressInTeam, bob, isTakenBy, buttons, toMinute, reminded, reminders } = await startPaused();
      toMinute(9);
      expect(buttons()).toEqual(['✅ Approve', '⛔ Reject', 'I have it', '✅ Approve', '⛔ Reject']);
      expect((await pressInTeam(bob, 'I have it')).notice).toBe('You have question #1. It still needs an answer.');
      await isTakenBy('bob');
      expect((await pressInTeam(bob, 'I have it')).notice).toContain('already');
      toMinute(12);
      await reminded(1, 2);
      expect(reminders()).toBe(0);
    });

    it('go on at once when it is released', async () => {
      const { inConsole, toMinute, reminded, reminders } = await startPaused();
      toMinute(9);
      await inConsole('take');
      toMinute(11);
      await reminded(1, 2);
      expect(reminders()).toBe(0);
      await inConsole('release');
      await reminded(1);
    });
  });
});
