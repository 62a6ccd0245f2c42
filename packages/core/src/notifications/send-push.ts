import type { Clock, Outgoing } from '../ports/system.js';
import type { ComposedPush } from './message.js';
import type { DeviceRow } from '../ports/people/notification-store.js';
import { encryptPush } from './push-encryption.js';
import type { PushVault } from './sealed-push.js';

const TIMEOUT_MS = 10_000;

export interface SendPushOptions {
  readonly vault: PushVault;
  /** Through the proxy of the platforms, with the address rules of callbacks. */
  readonly pushOutgoing: Outgoing;
  /** An address of the sender for push services (RFC 8292). */
  readonly subject: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** `gone`: the push service no longer knows the device. `retry`: a later attempt can succeed. */
export type PushOutcome =
  | { readonly result: 'sent' }
  | { readonly result: 'gone' }
  | {
      readonly result: 'retry' | 'refused';
      readonly error: string;
      readonly status: number | null;
      readonly retryAfter: string | null;
    };

/** One attempt. Never rejects. */
export async function sendPush(
  { vault, pushOutgoing, subject }: SendPushOptions,
  device: DeviceRow,
  push: ComposedPush,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const failed = (result: 'retry' | 'refused', error: string, status: number | null = null) =>
    ({ result, error, status, retryAfter: null }) as const;
  let endpoint: string;
  let request: ReturnType<typeof encryptPush>;
  try {
    const target = vault.open(device);
    ({ endpoint } = target);
    const sender = { keys: await vault.keys(), subject };
    request = encryptPush(target, JSON.stringify(push.message), sender, push.options);
  } catch {
    return failed('refused', 'The subscription cannot be read: subscribe again in this browser.');
  }
  try {
    const { status, retryAfter } = await pushOutgoing.post({
      url: endpoint,
      ...request,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    if (status >= 200 && status < 300) return { result: 'sent' };
    if (status === 404 || status === 410) return { result: 'gone' };
    const error = `The push service answered ${status}.`;
    const isTemporary = status === 408 || status === 429 || status >= 500;
    return { result: isTemporary ? 'retry' : 'refused', error, status, retryAfter };
  } catch (error) {
    // The endpoint is a secret of the browser: errors of the connection can contain its host only.
    return failed('retry', error instanceof Error && error.message !== '' ? error.message : 'No connection.');
  }
}
