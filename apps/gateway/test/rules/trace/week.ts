import type { Random } from './random.js';

/** An action of an agent, as a test sends it. */
export interface Action {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * What a sensible person thinks of an action. `unwanted`: not now, but it would do no harm. `dangerous`: no rule and no standing approval
 * may ever allow it.
 */
type Sense = 'fine' | 'unwanted' | 'dangerous';

export interface Judged {
  readonly action: Action;
  readonly sense: Sense;
}

export interface Step extends Judged {
  /** Milliseconds since Monday, 9 o'clock. */
  readonly at: number;
}

export const fine = (name: string, args: Action['args']): Judged => ({ action: { name, args }, sense: 'fine' });
export const unwanted = (name: string, args: Action['args']): Judged => ({ ...fine(name, args), sense: 'unwanted' });
export const dangerous = (name: string, args: Action['args']): Judged => ({ ...fine(name, args), sense: 'dangerous' });

const DAYS = 5;
const TASKS_OF_DAY = 5;
const STEPS_OF_TASK = 40;
const MINUTE = 60_000;

/**
 * A week of five days with five tasks each, of 40 actions: 1,000 actions. A task begins every 100 minutes and takes 40 to 90. `task`
 * makes the actions of one; what is missing is made again, and what is too much is left out.
 */
export function weekOf(random: Random, task: (random: Random) => Generator<Judged>): Step[] {
  const steps: Step[] = [];
  for (let day = 0; day < DAYS; day += 1)
    for (let slot = 0; slot < TASKS_OF_DAY; slot += 1) {
      let at = (day * 24 * 60 + slot * 100 + random.number(0, 10)) * MINUTE;
      const actions = task(random);
      for (let count = 0; count < STEPS_OF_TASK; count += 1) {
        const { value, done } = actions.next();
        if (done) throw new Error('A task must go on until no more is taken.');
        steps.push({ at, ...value });
        at += random.number(60, 135) * 1000;
      }
    }
  return steps;
}
