import type { Principal } from '../access/principal.js';
import { Refusal } from '../base/refusal.js';
import { hasPassword } from './no-password.js';
import type { OperatorRow } from '../ports/people/operator-store.js';
import { signedInOperator } from '../access/rights.js';
import type { OperatorsOptions } from './sign-in.js';
import { createThrottle, type PasswordAttempt } from './sign-in-throttle.js';

/** Confirms changes of an operator's own sign-in with the password. */
export function createOwnPassword({ store, clock, passwords }: OperatorsOptions) {
  const attemptPassword = createThrottle(store, clock);

  /** Throws a `Refusal` about `field` when it is not the operator's password. The caller reports the success of the attempt. */
  return async function confirmPassword(
    principal: Principal,
    given: string,
    field: string,
  ): Promise<{ readonly operator: OperatorRow; readonly attempt: PasswordAttempt }> {
    const { id } = signedInOperator(principal);
    // Counted for the account only: guesses by others from the same address must not block a signed-in operator.
    const attempt = await attemptPassword(`password:${id}`, null);
    const operator = await store.operators.get(principal.organizationId, id);
    if (operator && !hasPassword(operator))
      throw new Refusal('invalid', 'You have no password: you sign in with your provider.', field);
    if (!operator || !(await passwords.verify(operator.passwordHash, given)))
      throw new Refusal('invalid', `${field} is not your password.`, field);
    return { operator, attempt };
  };
}
