import type { PromptRecord } from '@gateway/contract';
import { useSyncExternalStore } from 'react';
import type { GivenAnswer } from '../answer/answer-form.js';
import { t } from './texts.js';
import { forgetUnsent, noteUnsent } from './unsent.js';

/** An answer that the operator has given and the gateway has not accepted yet. */
export interface HeldAnswer {
  readonly num: number;
  /** Answers that were given together have the same one, and are undone together. */
  readonly group: number;
  /** The question, for the bar. */
  readonly text: string;
  /** The answer as the operator reads it. */
  readonly label: string;
  readonly answer: GivenAnswer;
  /** When it is sent, in Unix milliseconds. */
  readonly dueAt: number;
  readonly phase: 'waiting' | 'sending' | 'failed';
  /** Why it was not sent or not accepted; null unless failed. */
  readonly error: unknown;
}

/** A timer that is later than this belongs to a page that slept. Its answer is not sent: too much may have changed. */
const LATE_MS = 3000;

/** So many requests run at the same time. */
const CONCURRENCY = 4;

/** Not sent, and why. */
export class NotSent extends Error {}

export interface HeldAnswersOptions {
  /** Resolves when the gateway has accepted the answer. */
  readonly send: (num: number, answer: GivenAnswer) => Promise<void>;
  /** Nothing is being sent any more. `accepted`: so many answers were accepted since the last time. */
  readonly settled?: (accepted: number) => void;
  readonly now?: () => number;
}

/** Answers between the click and the gateway: for some seconds they can be undone. Each is sent once, in time, or says that it was not. */
export class HeldAnswers {
  #held: readonly HeldAnswer[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #drafts = new Map<number, GivenAnswer>();
  readonly #options: HeldAnswersOptions;
  #groups = 0;
  /** Numbers of the prompts whose answers wait for a free request. */
  #queue: readonly number[] = [];
  #running = 0;
  #accepted = 0;

  constructor(options: HeldAnswersOptions) {
    this.#options = options;
  }

  readonly get = (): readonly HeldAnswer[] => this.#held;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Holds the same answer to all of these prompts for `ms` milliseconds, then sends it to each. 0: sends at once. */
  hold(
    prompts: readonly Pick<PromptRecord, 'prompt_num' | 'text'>[],
    { answer, label, operatorId, ms }: { answer: GivenAnswer; label: string; operatorId: string; ms: number },
  ): void {
    const at = this.#now();
    const group = (this.#groups += 1);
    const common = { group, label, answer, dueAt: at + ms, phase: 'waiting', error: null } as const;
    const given = prompts.map(({ prompt_num: num, text }): HeldAnswer => ({ num, text, ...common }));
    const nums = new Set(given.map(({ num }) => num));
    noteUnsent(given.map(({ num }) => ({ num, operatorId, at })));
    this.#change([...this.#held.filter(({ num }) => !nums.has(num)), ...given]);
    for (const num of nums) {
      this.#drafts.delete(num);
      this.#stopTimer(num);
      if (ms > 0) this.#timers.set(num, setTimeout(this.#due, ms, num));
    }
    if (ms === 0) this.#enqueue(given);
  }

  /**
   * Takes an answer back that is not sent yet, with those that were given together with it, and keeps each as the draft of its form.
   * Returns the numbers of their prompts. Empty: it is too late.
   */
  undo(num: number): readonly number[] {
    const group = this.#find(num)?.group;
    const undone = this.#held.filter((each) => each.group === group && each.phase === 'waiting');
    this.#drop(undone);
    for (const held of undone) this.#drafts.set(held.num, held.answer);
    return undone.map((held) => held.num);
  }

  retry(nums: readonly number[]): void {
    this.#enqueue(this.#failed(nums));
  }

  /** The operator has read why failed answers were not sent. */
  dismiss(nums: readonly number[]): void {
    this.#drop(this.#failed(nums));
  }

  /** The prompt was closed before the answer was sent. */
  closed(num: number, reason: string): void {
    const held = this.#find(num);
    if (held?.phase === 'waiting') this.#fail(held, new NotSent(reason));
  }

  /** Sends at once what still waits: the page is left or hidden, and its timers may stop. */
  flush(): void {
    for (const { num, phase } of this.#held) if (phase === 'waiting') this.#due(num);
    this.#sendQueued(Infinity);
  }

  /** What the form of a prompt begins with: an answer that was undone or not sent. */
  draftOf(num: number): GivenAnswer | null {
    return this.#drafts.get(num) ?? null;
  }

  readonly #due = (num: number): void => {
    const held = this.#find(num);
    if (held?.phase !== 'waiting') return;
    if (this.#now() > held.dueAt + LATE_MS) this.#fail(held, new NotSent(t.closed.slept));
    else this.#enqueue([held]);
  };

  #enqueue(answers: readonly HeldAnswer[]): void {
    for (const held of answers) {
      this.#stopTimer(held.num);
      this.#replace({ ...held, phase: 'sending', error: null });
    }
    this.#queue = [...this.#queue, ...answers.map(({ num }) => num)];
    this.#sendQueued(CONCURRENCY);
  }

  #sendQueued(most: number): void {
    while (this.#running < most && this.#queue.length > 0) {
      const [num = 0, ...rest] = this.#queue;
      this.#queue = rest;
      const held = this.#find(num);
      if (held) void this.#sendNow(held);
    }
  }

  async #sendNow(held: HeldAnswer): Promise<void> {
    this.#running += 1;
    try {
      await this.#options.send(held.num, held.answer);
      this.#accepted += 1;
      this.#drafts.delete(held.num);
      this.#drop([held]);
    } catch (error) {
      this.#fail(held, error);
    }
    this.#running -= 1;
    this.#sendQueued(CONCURRENCY);
    if (this.#running > 0) return;
    this.#options.settled?.(this.#accepted);
    this.#accepted = 0;
  }

  #fail(held: HeldAnswer, error: unknown): void {
    this.#stopTimer(held.num);
    this.#drafts.set(held.num, held.answer);
    this.#replace({ ...held, phase: 'failed', error });
  }

  #drop(answers: readonly HeldAnswer[]): void {
    const nums = answers.map(({ num }) => num);
    for (const num of nums) this.#stopTimer(num);
    forgetUnsent(nums);
    this.#change(this.#held.filter(({ num }) => !nums.includes(num)));
  }

  #replace(held: HeldAnswer): void {
    this.#change(this.#held.map((each) => (each.num === held.num ? held : each)));
  }

  #change(held: readonly HeldAnswer[]): void {
    this.#held = held;
    for (const listener of this.#listeners) listener();
  }

  #failed(nums: readonly number[]): readonly HeldAnswer[] {
    return this.#held.filter(({ num, phase }) => phase === 'failed' && nums.includes(num));
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #find(num: number): HeldAnswer | undefined {
    return this.#held.find((each) => each.num === num);
  }

  #stopTimer(num: number): void {
    clearTimeout(this.#timers.get(num));
    this.#timers.delete(num);
  }
}

export const useHeld = (answers: HeldAnswers): readonly HeldAnswer[] =>
  useSyncExternalStore(answers.subscribe, answers.get);
