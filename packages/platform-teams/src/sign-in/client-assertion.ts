import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Certificate } from './certificate.js';

const LIFETIME_SECONDS = 300;

/**
 * The signed assertion that replaces a client secret.
 * Source: https://learn.microsoft.com/entra/identity-platform/certificate-credentials
 */
export async function signAssertion(
  { privateKey, thumbprint }: Certificate,
  { appId, audience, nowMs }: { readonly appId: string; readonly audience: string; readonly nowMs: number },
): Promise<string> {
  const seconds = Math.floor(nowMs / 1000);
  return await new SignJWT()
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(appId)
    .setSubject(appId)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(privateKey);
}
