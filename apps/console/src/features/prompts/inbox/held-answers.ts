import type { PromptRecord } from '@gateway/contract';
import { useSyncExternalStore } from 'react';
import type { GivenAnswer } from '../answer-form.js';
import { t } from './texts.js';
import { forgetUnsent, noteUnsent } from './unsent.js';

/** An answer that the operator has given and the gateway has not accepted yet. */
export interface HeldAnswer {
  readonly num: number;
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

/** Not sent, and why. */
export class NotSent extends Error {}

export interface HeldAnswersOptions {
  /** Resolves when the gateway has accepted the answer. */
  readonly send: (num: number, answer: GivenAnswer) => Promise<void>;
  readonly now?: () => number;
}

/** Answers between the click and the gateway: for some seconds they can be undone. Each is sent once, in time, or says that it was not. */
export class HeldAnswers {
  #held: readonly HeldAnswer[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #drafts = new Map<number, GivenAnswer>();
  readonly #send: HeldAnswersOptions['send'];
  readonly #now: () => number;

  constructor({ send, now = Date.now }: HeldAnswersOptions) {
    this.#send = send;
    this.#now = now;
  }

  readonly get = (): readonly HeldAnswer[] => this.#held;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Holds an answer for `ms` milliseconds, then sends it. 0: sends it at once. */
  hold(
    { prompt_num: num, text }: Pick<PromptRecord, 'prompt_num' | 'text'>,
    { answer, label, operatorId, ms }: { answer: GivenAnswer; label: string; operatorId: string; ms: number },
  ): void {
    const now = this.#now();
    noteUnsent({ num, operatorId, at: now });
    this.#drafts.delete(num);
    const held: HeldAnswer = { num, text, label, answer, dueAt: now + ms, phase: 'waiting', error: null };
    this.#change([...this.#held.filter((each) => each.num !== num), held]);
    this.#stopTimer(num);
    if (ms === 0) void this.#sendNow(held);
    else
      this.#timers.set(
        num,
        setTimeout(() => this.#due(num), ms),
      );
  }

  /** Takes an answer back that is not sent yet, and keeps it as the draft of its form. False: it is too late. */
  undo(num: number): boolean {
    const held = this.#find(num);
    if (held?.phase !== 'waiting') return false;
    this.#drop(held);
    this.#drafts.set(num, held.answer);
    return true;
  }

  retry(num: number): void {
    const held = this.#find(num);
    if (held?.phase === 'failed') void this.#sendNow(held);
  }

  /** The operator has read why a failed answer was not sent. */
  dismiss(num: number): void {
    const held = this.#find(num);
    if (held?.phase === 'failed') this.#drop(held);
  }

  /** The prompt was closed before the answer was sent. */
  closed(num: number, reason: string): void {
    const held = this.#find(num);
    if (held?.phase === 'waiting') this.#fail(held, new NotSent(reason));
  }

  /** Sends at once what still waits: the page is left or hidden, and its timers may stop. */
  flush(): void {
    for (const held of this.#held) {
      if (held.phase !== 'waiting') continue;
      this.#stopTimer(held.num);
      this.#due(held.num);
    }
  }

  /** What the form of a prompt begins with: an answer that was undone or not sent. */
  draftOf(num: number): GivenAnswer | null {
    return this.#drafts.get(num) ?? null;
  }

  #due(num: number): void {
    const held = this.#find(num);
    if (held?.phase !== 'waiting') return;
    if (this.#now() > held.dueAt + LATE_MS) this.#fail(held, new NotSent(t.closed.slept));
    else void this.#sendNow(held);
  }

  async #sendNow(held: HeldAnswer): Promise<void> {
    this.#stopTimer(held.num);
    this.#replace({ ...held, phase: 'sending', error: null });
    try {
      await this.#send(held.num, held.answer);
      this.#drafts.delete(held.num);
      this.#drop(held);
    } catch (error) {
      this.#fail(held, error);
    }
  }

  #fail(held: HeldAnswer, error: unknown): void {
    this.#stopTimer(held.num);
    this.#drafts.set(held.num, held.answer);
    this.#replace({ ...held, phase: 'failed', error });
  }

  #drop({ num }: HeldAnswer): void {
    this.#stopTimer(num);
    forgetUnsent([num]);
    this.#change(this.#held.filter((each) => each.num !== num));
  }

  #replace(held: HeldAnswer): void {
    this.#change(this.#held.map((each) => (each.num === held.num ? held : each)));
  }

  #change(held: readonly HeldAnswer[]): void {
    this.#held = held;
    for (const listener of this.#listeners) listener();
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
