import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldAnswers, NotSent } from '../src/features/prompts/inbox/held-answers.js';

const prompt = { prompt_num: 12, text: 'Ship it?' };
const yes = { answer: { type: 'option', value: 'Yes' }, label: 'Yes', operatorId: 'ada', ms: 5000 } as const;

function start(send: (num: number) => Promise<void> = async () => undefined) {
  const sent: number[] = [];
  const answers = new HeldAnswers({
    send: async (num) => {
      sent.push(num);
      await send(num);
    },
  });
  return { sent, answers, phases: () => answers.get().map(({ phase }) => phase) };
}

describe('an answer that is held for Undo', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is sent once, after its time', async () => {
    const { answers, sent } = start();
    answers.hold(prompt, yes);
    await vi.advanceTimersByTimeAsync(4999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([12]);
    expect(answers.get()).toEqual([]);
  });

  it('is never sent after Undo, and is the draft of its form', async () => {
    const { answers, sent } = start();
    answers.hold(prompt, yes);
    expect(answers.undo(12)).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, answers.draftOf(12)]).toEqual([[], yes.answer]);
  });

  it('is sent at once when the page is left, and cannot be undone then', async () => {
    const { answers, sent, phases } = start(() => new Promise(() => undefined));
    answers.hold(prompt, yes);
    answers.flush();
    answers.flush();
    expect([sent, phases(), answers.undo(12)]).toEqual([[12], ['sending'], false]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([12]);
  });

  it('is not sent by a page that slept', () => {
    const { answers, sent } = start();
    answers.hold(prompt, yes);
    // The clock moves, and the timers do not run.
    vi.setSystemTime(Date.now() + 3_600_000);
    answers.flush();
    expect([sent, answers.get()[0]?.error]).toEqual([[], expect.any(NotSent)]);
  });

  it('is not sent when the prompt was closed meanwhile', async () => {
    const { answers, sent, phases } = start();
    answers.hold(prompt, yes);
    answers.closed(12, 'Someone else answered the prompt first.');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, phases()]).toEqual([[], ['failed']]);
  });

  it('stays with its reason when it was not accepted, until it is sent again or dismissed', async () => {
    let online = false;
    const { answers, sent, phases } = start(async () => {
      if (!online) throw new Error('offline');
    });
    answers.hold(prompt, { ...yes, ms: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent, phases()]).toEqual([[12], ['failed']]);
    online = true;
    answers.retry(12);
    await vi.advanceTimersByTimeAsync(0);
    expect([sent, phases()]).toEqual([[12, 12], []]);
  });
});
