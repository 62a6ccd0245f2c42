import { constants, createHash, verify, X509Certificate } from 'node:crypto';

const MAX_LIFETIME_SECONDS = 600;
/** How far the clocks may differ. */
const SKEW_SECONDS = 300;

interface Expected {
  readonly appId: string;
  /** The address for tokens of a tenant. */
  readonly audience: string;
  readonly seconds: number;
  /** PEM of the certificate that is uploaded for the app; undefined: none is. */
  readonly certificate: string | undefined;
}

/**
 * Checks an assertion that is signed with a certificate. Returns the description of the refusal, null when it is right.
 * Source: https://learn.microsoft.com/entra/identity-platform/certificate-credentials
 */
export function certificateRefusal(assertion: string, usedIds: Set<string>, expected: Expected): string | null {
  const { appId, audience, seconds, certificate } = expected;
  const [head = '', payload = '', signature = ''] = assertion.split('.');
  const header = decoded(head);
  const claims = decoded(payload);
  const { iss, sub, aud, exp, nbf, jti } = claims;
  if (header['typ'] !== 'JWT' || header['alg'] !== 'PS256') return 'AADSTS50027: JWT token is invalid or malformed.';
  const uploaded = certificate === undefined ? null : new X509Certificate(certificate);
  const thumbprint = uploaded && createHash('sha256').update(uploaded.raw).digest('base64url');
  const isSigned =
    uploaded !== null &&
    header['x5t#S256'] === thumbprint &&
    verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key: uploaded.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
      Buffer.from(signature, 'base64url'),
    );
  if (!isSigned)
    return 'AADSTS700027: The certificate with identifier used to sign the client assertion is not registered on application.';
  if (iss !== appId || sub !== appId) return 'AADSTS700021: Client assertion application identifier does not match.';
  if (aud !== audience) return 'AADSTS700023: Client assertion audience claim does not match the realm issuer.';
  if (
    !(
      typeof exp === 'number' &&
      typeof nbf === 'number' &&
      nbf <= seconds + SKEW_SECONDS &&
      exp > seconds - SKEW_SECONDS
    )
  )
    return 'AADSTS700024: Client assertion is not within its valid time range.';
  if (exp - nbf > MAX_LIFETIME_SECONDS) return 'AADSTS700024: Client assertion is not within its valid time range.';
  if (typeof jti !== 'string' || usedIds.has(jti)) return 'AADSTS50027: The jti claim is missing or was used before.';
  usedIds.add(jti);
  return null;
}

function decoded(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
