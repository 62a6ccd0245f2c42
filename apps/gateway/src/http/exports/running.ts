import { actorIdOf, Refusal, type Principal } from '@gateway/core';

/** Exports at the same time: of one key or operator, and of this instance. Each reads the database as long as it lasts. */
const MOST = { caller: 2, instance: 10 } as const;

const RETRY_AFTER_SEC = 10;

/** The exports that run on this instance. */
export class RunningExports {
  readonly #ofCaller = new Map<string, number>();
  #all = 0;

  /** Counts an export in, and returns the function that counts it out. Refuses one too many. */
  begin(principal: Principal): () => void {
    const caller = actorIdOf(principal) ?? principal.kind;
    const own = this.#ofCaller.get(caller) ?? 0;
    if (own >= MOST.caller)
      throw refusal(`You have ${own} exports running, and at most ${MOST.caller} may run at the same time`);
    if (this.#all >= MOST.instance) throw refusal(`${this.#all} exports are running, which is the most`);
    this.#ofCaller.set(caller, own + 1);
    this.#all += 1;
    return () => {
      this.#all -= 1;
      const left = (this.#ofCaller.get(caller) ?? 1) - 1;
      if (left === 0) this.#ofCaller.delete(caller);
      else this.#ofCaller.set(caller, left);
    };
  }
}

function refusal(reason: string): Refusal {
  return new Refusal('throttled', `${reason}: wait until one has ended.`, null, { retryAfterSec: RETRY_AFTER_SEC });
}
