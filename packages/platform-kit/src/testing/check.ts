import { isPlatformError } from '../errors.js';
import { limitMs } from './until.js';

/** What a test of the suite says when it fails. Each is a part of a sentence. */
export interface Finding {
  readonly expected: string;
  readonly got: string;
  readonly cause: string;
}

/** Fails with one line: what was expected, what came, and the likely cause. */
export function check(holds: boolean, finding: Finding | (() => Finding)): void {
  if (!holds) throw findingError(typeof finding === 'function' ? finding() : finding);
}

/** Waits until a condition holds. Fails with one line as `check` does. */
export async function waitFor(condition: () => boolean, finding: () => Finding, timeoutMs = 8000): Promise<void> {
  const limit = limitMs(timeoutMs);
  const deadline = performance.now() + limit;
  while (!condition()) {
    check(performance.now() <= deadline, () => {
      const { expected, ...rest } = finding();
      return { expected: `${expected} within ${limit} ms`, ...rest };
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function findingError({ expected, got, cause }: Finding): Error {
  return new Error(`Expected ${expected}. Got ${got}. Likely cause: ${cause}.`);
}

/** A value in one line, shortened. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= 300 ? text : `${text.slice(0, 299)}…`;
}

/** What a promise did, for a message. An error that is not a `PlatformError` may contain a secret, so only its name is shown. */
export function described(result: { readonly error: unknown } | { readonly value: unknown }): string {
  if ('value' in result) return 'a call that succeeded';
  const { error } = result;
  if (isPlatformError(error)) return `PlatformError("${error.code}")`;
  return `${error instanceof Error ? error.name : typeof error}, which is no PlatformError`;
}

export async function resultOf<T>(promise: Promise<T>): Promise<{ readonly error: unknown } | { readonly value: T }> {
  return await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}
