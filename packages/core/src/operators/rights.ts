import type { Principal, SignedInOperator } from '../keys/principal.js';
import { Refusal } from '../refusal.js';

/** The operator who is signed in; refuses everybody else. */
export function signedInOperator(principal: Principal): SignedInOperator {
  if (principal.operator) return principal.operator;
  throw new Refusal('forbidden', 'Only an operator who is signed in to the console may do this, not a key.');
}

/** Refuses all but owners. */
export function ownersOnly(principal: Principal): SignedInOperator {
  const operator = signedInOperator(principal);
  if (operator.role === 'owner') return operator;
  throw new Refusal('forbidden', `Only owners may do this, and your role is ${operator.role}: ask an owner.`);
}
