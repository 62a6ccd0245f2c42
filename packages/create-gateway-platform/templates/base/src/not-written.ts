import { PlatformError } from '@gateway/platform-kit';

/** For a function that is not written yet. Conformance tests and operators read the sentence. Delete this file with its last use. */
export function notWritten(name: string, task: string): never {
  throw new PlatformError('invalid', `Not written yet: ${name} should ${task}.`);
}
