import type { Credentials } from '@gateway/platform-kit';

/** Frames of an adapter's stack that are logged. */
const MAX_FRAMES = 8;
/** Shorter parts of credentials are ordinary words too often to be hidden. */
const MIN_SECRET_LENGTH = 6;
const HIDDEN = '[hidden]';

/**
 * Log fields of an adapter's error that is not a `PlatformError`: what the adapter's author needs to find the cause. The account's
 * credentials, whole and in parts, and long runs of token characters are hidden, because an SDK's message may quote a request or
 * an access token.
 */
export function adapterFailure(error: unknown, credentials: Credentials): { error: string; stack: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, stack: [] };
  const hide = hider(credentials);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('(node:'));
  return {
    error: hide(`${error.name}: ${error.message}`),
    stack: frames.slice(0, MAX_FRAMES).map((line) => hide(line.trim(), false)),
  };
}

function hider(credentials: Credentials) {
  const secrets = [...new Set(Object.values(credentials).flatMap(forms))]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .toSorted((left, right) => right.length - left.length);
  return (text: string, hideTokens = true) => {
    const known = secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
    if (!hideTokens) return known;
    // The user and password of an address, then long runs of token characters.
    return known.replaceAll(/\/\/[^\s/@]{1,500}@/g, `//${HIDDEN}@`).replaceAll(/[\w+/=~-]{32,}/g, HIDDEN);
  };
}

/** The forms in which a credential may occur in a message: whole, encoded, and the parts of composed or JSON values. */
function forms(value: string): string[] {
  const parts = [value, ...value.split(/[:.\s"',{}]+/)];
  return parts.flatMap((part) => [part, encodeURIComponent(part), Buffer.from(part).toString('base64')]);
}
