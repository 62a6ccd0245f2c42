/** A mistake in using the simulation itself, not the simulated API. `status` is the HTTP status of the control API's answer. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  constructor(
    message: string,
    readonly status: 400 | 404 = 400,
  ) {
    super(message);
  }
}
