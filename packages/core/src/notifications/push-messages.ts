/** Where a browser receives pushes, and the keys that encrypt for it (`PushSubscription` of the browser). */
export interface PushTarget {
  readonly endpoint: string;
  /** Base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

/** The key pair with which the installation identifies itself to push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushOptions {
  /** Seconds for which the push service keeps it while the device is offline. */
  readonly ttlSec: number;
  readonly urgency: 'normal' | 'high';
  /** At most 32 characters of base64url. */
  readonly topic: string;
}

/** Encryption of pushes (RFC 8291). */
export interface PushMessages {
  newKeys(): Promise<PushKeys>;
  /** The headers and the body of the request to the endpoint. `subject`: an address of the sender. Rejects for invalid keys. */
  encrypt(
    target: PushTarget,
    text: string,
    sender: { readonly keys: PushKeys; readonly subject: string },
    options: PushOptions,
  ): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }>;
}
