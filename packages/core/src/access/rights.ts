import type { Principal, SignedInOperator } from './principal.js';
import { Refusal } from '../base/refusal.js';

/** The signed-in operator. Throws a `Refusal` for other principals. */
export function signedInOperator(principal: Principal): SignedInOperator {
  if (principal.operator) return principal.operator;
  throw new Refusal('forbidden', 'Only an operator who is signed in to the console may do this, not a key.');
}

/** The signed-in owner. Throws a `Refusal` for other principals. */
export function ownersOnly(principal: Principal): SignedInOperator {
  const operator = signedInOperator(principal);
  if (operator.role === 'owner') return operator;
  throw new Refusal('forbidden', `Only owners may do this, and your role is ${operator.role}: ask an owner.`);
}
