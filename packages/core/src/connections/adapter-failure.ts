import type { Credentials } from '@gateway/platform-kit';

/** Frames of an adapter's stack that are worth a log line. */
const FRAMES = 8;
/** Shorter parts of credentials would blank out ordinary words. */
const SECRET_LENGTH = 6;
const HIDDEN = '[hidden]';

/**
 * Log fields of an error that an adapter threw and that is no `PlatformError`: what its author needs to find the place. The text is
 * freed of the account's credentials, whole and in parts, and of every long run of token characters: an SDK's message may quote a
 * request or an access token.
 */
export function adapterFailure(error: unknown, credentials: Credentials): { error: string; stack: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, stack: [] };
  const hide = hider(credentials);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('(node:'));
  return {
    error: hide(`${error.name}: ${error.message}`),
    stack: frames.slice(0, FRAMES).map((line) => hide(line.trim(), false)),
  };
}

function hider(credentials: Credentials) {
  const secrets = [...new Set(Object.values(credentials).flatMap(forms))]
    .filter((secret) => secret.length >= SECRET_LENGTH)
    .toSorted((left, right) => right.length - left.length);
  return (text: string, hideTokens = true) => {
    const known = secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
    if (!hideTokens) return known;
    // The user and password of an address, then long runs of token characters.
    return known.replaceAll(/\/\/[^\s/@]{1,500}@/g, `//${HIDDEN}@`).replaceAll(/[\w+/=~-]{32,}/g, HIDDEN);
  };
}

/** A credential as it may occur in a message: whole, encoded, and the values inside a composed or a JSON one. */
function forms(value: string): string[] {
  const parts = [value, ...value.split(/[:.\s"',{}]+/)];
  return parts.flatMap((part) => [part, encodeURIComponent(part), Buffer.from(part).toString('base64')]);
}
