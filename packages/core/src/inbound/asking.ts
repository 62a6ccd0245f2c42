import { pause } from '../loop.js';
import type { Clock } from '../ports.js';
import type { Arrival } from './arrival.js';

interface Task {
  readonly account: string;
  readonly targets: readonly string[];
  readonly ended: Promise<void>;
}

/** Messages to people about prompts that are being posted and recorded. A reply to one may arrive first. */
export class Asking {
  readonly #clock: Clock;
  readonly #tasks = new Set<Task>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts to post in the chat of an event, without waiting. The task must not reject. */
  run({ account, event }: Arrival, task: () => Promise<void>): void {
    const ended = task().finally(() => this.#tasks.delete(entry));
    const entry: Task = { account: account.id.account, targets: event.targets, ended };
    this.#tasks.add(entry);
  }

  /** Whether one is being posted in the chat of an event. */
  isIn(arrival: Arrival): boolean {
    return this.#in(arrival).length > 0;
  }

  /** Waits until one of those in the chat of an event has ended, at most `maxMs`. Returns at once when there are none. */
  async next(arrival: Arrival, maxMs: number): Promise<void> {
    const here = this.#in(arrival).map(({ ended }) => ended);
    if (here.length === 0) return;
    const over = new AbortController();
    await Promise.race([...here, pause(this.#clock, maxMs, over.signal)]);
    over.abort();
  }

  #in({ account, event }: Arrival): Task[] {
    return [...this.#tasks].filter(
      (task) => task.account === account.id.account && task.targets.some((target) => event.targets.includes(target)),
    );
  }
}
