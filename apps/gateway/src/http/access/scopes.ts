import { presets, roleScopes, type Route } from '@gateway/contract';
import { holdsAny, ownersOnly, signedInOperator, type Principal } from '@gateway/core';
import { HttpError } from '../errors/errors.js';

/** What a route requires of its caller. */
export type RequiredRights = Pick<Route, 'scopes' | 'operatorOnly' | 'ownerOnly'>;

/** Throws unless the principal holds a scope of the route, and is the kind of person that the route requires. */
export function requireScopes(principal: Principal, { scopes, operatorOnly, ownerOnly }: RequiredRights): void {
  // A route with an empty list of scopes requires an operator's session, which `authenticate` has checked.
  if (scopes === null || scopes.length === 0 || holdsAny(principal, scopes)) {
    if (operatorOnly) signedInOperator(principal);
    if (ownerOnly) ownersOnly(principal);
    return;
  }
  const who = principal.operator ? `Your role (${principal.operator.role})` : 'This key';
  const [kind, sets] = principal.operator ? (['roles', roleScopes] as const) : (['presets', presets] as const);
  const holders = Object.entries(sets).flatMap(([name, held]) =>
    [...scopes, 'admin'].some((scope) => (held as readonly string[]).includes(scope)) ? name : [],
  );
  throw new HttpError(403, {
    detail: `${who} lacks the scope ${scopes.join(' or ')}; these ${kind} have it: ${holders.join(', ')}.`,
  });
}
