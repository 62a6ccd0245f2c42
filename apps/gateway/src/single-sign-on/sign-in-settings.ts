import { roles } from '@gateway/contract';
import { flag, issuer, list } from '../settings/setting-parsers.js';
import { setting } from '../settings/setting.js';

/** The settings of the operators' sign-in. */
export const signInSettings = {
  OIDC_ISSUER: setting({
    effect:
      'OpenID provider with which operators sign in to the console; see docs/sign-in.md. Requires `OIDC_CLIENT_ID`, and `OIDC_ROLE_CLAIM` or `OIDC_DEFAULT_ROLE`.',
    fallback: 'none',
    allowed: 'an https:// address such as https://login.example.com/realms/main; http:// only for this machine',
    parse: issuer,
  }),
  OIDC_CLIENT_ID: setting({
    effect: 'Client id of the gateway at the provider.',
    fallback: 'none',
    allowed: 'a text',
    parse: (text) => text,
  }),
  OIDC_CLIENT_SECRET: setting({
    effect: 'Client secret of the gateway at the provider. Unset: a public client, which PKCE protects.',
    fallback: 'none',
    allowed: 'a text',
    secret: true,
    parse: (text) => text,
  }),
  OIDC_SCOPES: setting({
    effect: 'Scopes that a sign-in asks for.',
    fallback: 'openid profile email',
    allowed: 'scopes with openid, space separated',
    parse: (text) => (text.split(/\s+/).includes('openid') ? text : undefined),
  }),
  OIDC_NAME: setting({
    effect: 'Name of the provider on the button “Sign in with …”.',
    fallback: 'single sign-on',
    allowed: 'a text of at most 60 characters',
    parse: (text) => (text.length <= 60 ? text : undefined),
  }),
  OIDC_LINK_BY_EMAIL: setting({
    effect:
      'When `true`, the first sign-in with the provider links an operator with the same verified e-mail address who has no second factor. Otherwise operators link it themselves, on the page Account.',
    fallback: 'false',
    allowed: 'true or false',
    parse: flag,
  }),
  OIDC_ROLE_CLAIM: setting({
    effect:
      'Claim that decides the role at each sign-in, such as `groups` or `realm_access.roles`. Unset: new operators get `OIDC_DEFAULT_ROLE`, and owners change it.',
    fallback: 'none',
    allowed: 'the name of a claim',
    parse: (text) => text,
  }),
  OIDC_ROLE_OWNER: setting({
    effect: 'Values of the claim, comma separated, that make an owner.',
    fallback: 'none',
    allowed: 'texts, comma separated',
    parse: list,
  }),
  OIDC_ROLE_OPERATOR: setting({
    effect: 'Values that make an operator.',
    fallback: 'none',
    allowed: 'texts, comma separated',
    parse: list,
  }),
  OIDC_ROLE_VIEWER: setting({
    effect: 'Values that make a viewer.',
    fallback: 'none',
    allowed: 'texts, comma separated',
    parse: list,
  }),
  OIDC_DEFAULT_ROLE: setting({
    effect: 'Role of a person to whom the claim gives none. Unset: they may not sign in.',
    fallback: 'none',
    allowed: 'owner, operator or viewer',
    parse: (text) => roles.find((role) => role === text),
  }),
  PASSWORD_SIGN_IN: setting({
    effect:
      'When `false`, operators sign in with the OpenID provider only. Links that the command line makes still work. Requires `OIDC_ISSUER`.',
    fallback: 'true',
    allowed: 'true or false',
    parse: flag,
  }),
};
