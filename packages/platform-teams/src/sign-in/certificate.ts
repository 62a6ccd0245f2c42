import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

/** A certificate with its private key, as the app proves who it is. */
export interface Certificate {
  readonly privateKey: KeyObject;
  /** SHA-256 of the DER form, in base64url. */
  readonly thumbprint: string;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([\sA-Za-z0-9+/=]+)-----END \1-----/g;

/**
 * Parses PEM text with a certificate and its RSA private key, in any order; of several certificates, the one of the key is used. Line
 * breaks may be missing. Returns a sentence about the problem when it is none; the sentence contains no part of the text.
 */
export function readCertificate(text: string): Certificate | string {
  // After an environment file, line ends are often the two characters \n.
  const blocks = [...text.replaceAll(String.raw`\n`, '\n').matchAll(BLOCK)].map(([, label = '', body = '']) => ({
    label,
    der: Buffer.from(body, 'base64'),
  }));
  const key = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
  const certificates = blocks.filter(({ label }) => label === 'CERTIFICATE');
  if (!key || certificates.length === 0)
    return 'must be PEM text with the certificate (BEGIN CERTIFICATE) and its private key (BEGIN PRIVATE KEY)';
  if (key.label.startsWith('ENCRYPTED')) return 'must have a private key without a password';
  try {
    const type = key.label === 'RSA PRIVATE KEY' ? 'pkcs1' : 'pkcs8';
    const privateKey = createPrivateKey({ key: key.der, format: 'der', type });
    if (privateKey.asymmetricKeyType !== 'rsa') return 'must have an RSA key: Microsoft Entra accepts no other kind';
    const own = certificates
      .map(({ der }) => new X509Certificate(der))
      .find((each) => each.checkPrivateKey(privateKey));
    if (!own) return 'must have a certificate and a private key that belong together';
    return { privateKey, thumbprint: Buffer.from(own.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url') };
  } catch {
    return 'must be PEM text, but the certificate or the private key cannot be read';
  }
}
