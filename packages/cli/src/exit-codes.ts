/** What the command tells a shell. Only 0 lets `gateway ask … && ./deploy` go on. */
export const exitCodes = {
  /** The expected answer, or success. */
  success: 0,
  /** An answer, but not an expected one, or an approval that cannot be used. */
  otherAnswer: 1,
  usage: 2,
  /** No answer: the question expired, was cancelled, or is still open after `--wait`. */
  noAnswer: 3,
  /** The gateway could not be reached, or refused the request. Of `doctor`: an agent cannot ask. */
  failed: 4,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** The command line, a setting or the profile is wrong. */
export class UsageError extends Error {}

/** The gateway does not let the action of an approval run. */
export class NotUsable extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly body: object,
  ) {
    super(message);
  }
}

/** A signal ended the command. */
export class Interrupted extends Error {
  constructor(readonly by: 'SIGINT' | 'SIGTERM') {
    super(`The command was ended by ${by}.`);
  }
}
