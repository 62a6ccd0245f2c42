import { expect, it } from 'vitest';
import { parseConfig } from '../../src/settings/config.js';

it('names the missing setting of an incomplete OpenID configuration', () => {
  const env = { OIDC_ISSUER: 'https://login.example.com' };
  expect(() => parseConfig(env)).toThrow('OIDC_CLIENT_ID must be set');
  expect(() => parseConfig({ ...env, OIDC_CLIENT_ID: 'a' })).toThrow('OIDC_DEFAULT_ROLE');
  expect(() => parseConfig({ ...env, OIDC_CLIENT_ID: 'a', OIDC_DEFAULT_ROLE: 'king' })).toThrow(
    'owner, operator or viewer',
  );
  expect(() => parseConfig({ OIDC_ISSUER: 'http://login.example.com' })).toThrow('OIDC_ISSUER');
  expect(() => parseConfig({ PASSWORD_SIGN_IN: 'false' })).toThrow('OIDC_ISSUER must be set');
  expect(parseConfig({ ...env, OIDC_CLIENT_ID: 'a', OIDC_DEFAULT_ROLE: 'viewer' }).oidc).toMatchObject({
    scopes: 'openid profile email',
    roleClaim: null,
    defaultRole: 'viewer',
  });
});
