import type { Role } from '@gateway/contract';
import { displayName, email as emailAddress } from '@gateway/contract';
import type { ProvenIdentity } from '@gateway/core';
import type { OidcSettings } from './oidc-settings.js';

/** The claims of an ID token or of the provider's user info. */
export type Claims = Readonly<Record<string, unknown>>;

/** The identity that claims prove. `iss` and `sub` are checked before. */
export function identityOf(claims: Claims, settings: OidcSettings): ProvenIdentity {
  const email = emailAddress.safeParse(claims['email']);
  const name = [claims['name'], claims['preferred_username'], claims['email'], claims['sub']]
    .map((each) => displayName.safeParse(each))
    .find(({ success }) => success);
  return {
    issuer: String(claims['iss']),
    subject: String(claims['sub']),
    email: email.success ? email.data : null,
    // Some providers send a text.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    linksByEmail: settings.linksByEmail,
    name: name?.data ?? 'Operator',
    statedName: displayName.safeParse(claims['name']).data ?? null,
    role: roleOf(claims, settings),
    managesRole: settings.roleClaim !== null,
    providerSession: typeof claims['sid'] === 'string' ? claims['sid'] : null,
  };
}

/** Whether the claims lack what a sign-in needs, which the user info may have. */
export function lacksClaims(claims: Claims, { roleClaim }: OidcSettings): boolean {
  const lacksEmail = claims['email'] === undefined || claims['email_verified'] === undefined;
  return lacksEmail || (roleClaim !== null && claimAt(claims, roleClaim) === undefined);
}

function roleOf(claims: Claims, { roleClaim, roleValues, defaultRole }: OidcSettings): Role | null {
  if (roleClaim === null) return defaultRole;
  const values = new Set([claimAt(claims, roleClaim)].flat());
  return roleValues.find(([, accepted]) => accepted.some((value) => values.has(value)))?.[0] ?? defaultRole;
}

/** A claim by its name, which may be a path such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? (value as Claims)[part] : undefined;
  return value;
}
