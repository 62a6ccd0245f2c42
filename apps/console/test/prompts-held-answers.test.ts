import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldAnswers, NotSent } from '../src/features/prompts/inbox/held-answers.js';

const prompt = { prompt_num: 12, text: 'Ship it?' };
const yes = { answer: { type: 'option', value: 'Yes' }, label: 'Yes', operatorId: 'ada', ms: 5000 } as const;

const many = Array.from({ length: 20 }, (_, index) => ({ prompt_num: index + 1, text: 'Ship it?' }));

function start(send: (num: number) => Promise<void> = async () => undefined) {
  const sent: number[] = [];
  const settled: number[] = [];
  const answers = new HeldAnswers({
    send: async (num) => {
      sent.push(num);
      await send(num);
    },
    settled: (accepted) => settled.push(accepted),
  });
  return { sent, settled, answers, phases: () => answers.get().map(({ phase }) => phase) };
}

describe('an answer that is held for Undo', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is sent once, after its time', async () => {
    const { answers, sent } = start();
    answers.hold([prompt], yes);
    await vi.advanceTimersByTimeAsync(4999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([12]);
    expect(answers.get()).toEqual([]);
  });

  it('is never sent after Undo, and is the draft of its form', async () => {
    const { answers, sent } = start();
    answers.hold([prompt], yes);
    expect(answers.undo(12)).toEqual([12]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, answers.draftOf(12)]).toEqual([[], yes.answer]);
  });

  it('is sent at once when the page is left, and cannot be undone then', async () => {
    const { answers, sent, phases } = start(() => new Promise(() => undefined));
    answers.hold([prompt], yes);
    answers.flush();
    answers.flush();
    expect([sent, phases(), answers.undo(12)]).toEqual([[12], ['sending'], []]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([12]);
  });

  it('is not sent by a page that slept', () => {
    const { answers, sent } = start();
    answers.hold([prompt], yes);
    // The clock moves, and the timers do not run.
    vi.setSystemTime(Date.now() + 3_600_000);
    answers.flush();
    expect([sent, answers.get()[0]?.error]).toEqual([[], expect.any(NotSent)]);
  });

  it('is not sent when the prompt was closed meanwhile', async () => {
    const { answers, sent, phases } = start();
    answers.hold([prompt], yes);
    answers.closed(12, 'Someone else answered the prompt first.');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, phases()]).toEqual([[], ['failed']]);
  });

  it('stays with its reason when it was not accepted, until it is sent again or dismissed', async () => {
    let online = false;
    const { answers, sent, phases } = start(async () => {
      if (!online) throw new Error('offline');
    });
    answers.hold([prompt], { ...yes, ms: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent, phases()]).toEqual([[12], ['failed']]);
    online = true;
    answers.retry([12]);
    await vi.advanceTimersByTimeAsync(0);
    expect([sent, phases()]).toEqual([[12, 12], []]);
  });

  it('is taken back from all prompts that got it together, and from no other', async () => {
    const { answers, sent } = start();
    answers.hold([prompt], yes);
    answers.hold(many.slice(0, 3), yes);
    expect(answers.undo(2)).toEqual([1, 2, 3]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([12]);
  });

  it('is sent to many prompts by four requests at a time, and the end is reported once', async () => {
    let running = 0;
    let most = 0;
    const { answers, sent, settled } = start(async (num) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
      if (num === 7) throw new Error('refused');
    });
    answers.hold(many, yes);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([sent.length, most, settled]).toEqual([20, 4, [19]]);
    expect(answers.get()).toMatchObject([{ num: 7, phase: 'failed' }]);
  });

  it('is sent to all prompts at once when the page is left', () => {
    const { answers, sent } = start(() => new Promise(() => undefined));
    answers.hold(many, yes);
    answers.flush();
    expect(sent).toHaveLength(20);
  });
});
