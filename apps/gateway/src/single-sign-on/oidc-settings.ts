import type { Role } from '@gateway/contract';

/** The OpenID provider with which operators sign in, and the roles that it gives them. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  readonly scopes: string;
  /** The name on the button: "Sign in with …". */
  readonly name: string;
  /** Whether a verified e-mail address links an existing operator. */
  readonly linksByEmail: boolean;
  /** The claim whose values give the role at each sign-in; null: new operators get `defaultRole`, and owners change it. */
  readonly roleClaim: string | null;
  /** The values of the claim that give each role, the most powerful role first. */
  readonly roleValues: readonly (readonly [Role, readonly string[]])[];
  /** The role of a person whose claim has none of the values; null: they may not sign in. */
  readonly defaultRole: Role | null;
}
