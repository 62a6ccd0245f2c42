import { findingError } from './check.js';
import { limitMs } from './until.js';

/** A step of a test that may hang: the end of the sentence `Expected …`, its limit in milliseconds, and why it would hang. */
export interface Step {
  readonly expected: string;
  readonly limitMs: number;
  readonly cause: string;
}

/** As the gateway limits the calls of a connection, and its end. */
const CALL_MS = 30_000;
const END_MS = 20_000;

export const firstReport: Step = {
  expected: 'start to call onUp or onDown',
  limitMs: CALL_MS,
  cause: 'start calls neither: the attempt to connect has no time limit, or onUp waits for the first event',
};
export const streamEnd: Step = {
  expected: 'start and close to end after the signal aborts',
  limitMs: END_MS,
  cause: 'a long poll or a pause runs to its end; pass the signal to fetch and to timers',
};

/** Waits for a step. Fails with one line, as `check` does, when it is not over in time. */
export async function inTime<T>({ expected, limitMs: givenMs, cause }: Step, step: Promise<T>): Promise<T> {
  const limit = limitMs(givenMs);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = findingError({ expected: `${expected} within ${limit} ms`, got: 'no end', cause });
    timer = setTimeout(() => reject(error), limit);
  });
  try {
    return await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
  }
}

const adapterCause =
  'the adapter waits for an answer or an event that never comes; give every request a time limit, and pass on the signal';
/** The causes of a rig that hangs. */
const rigCauses: Readonly<Record<string, string>> = {
  press: 'the adapter does not acknowledge the press, so the platform waits for the reply',
  redeliver: 'the rig waits for an acknowledgement that the adapter does not send',
  close: 'the server of the rig waits for open connections; end them',
};

/** A connection whose calls have a time limit, except `start`, which lasts until its signal aborts. */
export const limitedConnection = <T extends object>(connection: T): T =>
  limited(connection, (member) =>
    member === 'start' ? null : { expected: `${member} of the connection to resolve or reject`, cause: adapterCause },
  );

/** A rig whose actions have a time limit. */
export const limitedRig = <T extends object>(rig: T): T =>
  limited(rig, (member) => ({
    expected: `${member} of the rig to resolve or reject`,
    cause: rigCauses[member] ?? 'the simulator or server of the rig does not answer',
  }));

function limited<T extends object>(target: T, stepOf: (member: string) => Omit<Step, 'limitMs'> | null): T {
  return new Proxy(target, {
    get(_target, member) {
      const value: unknown = Reflect.get(target, member);
      if (member === 'dialogs' && typeof value === 'object' && value !== null) return limited(value, stepOf);
      if (typeof value !== 'function') return value;
      const step = stepOf(String(member));
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        return step && result instanceof Promise ? inTime({ ...step, limitMs: CALL_MS }, result) : result;
      };
    },
  });
}
