import type { PlatformError } from '../errors.js';

/** The error that a promise rejects with. Fails when the promise resolves. */
export async function rejection(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason as PlatformError,
  );
  if (error === null) throw new Error('Expected the promise to reject.');
  return error;
}
