import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Wait } from '@gateway/agent-protocols/mcp';

/** How long a client waits before it connects again. Clients make two attempts, so a restart may take twice as long. */
const RETRY_MS = 10_000;
/** The first revision whose clients accept an event without data. */
const FIRST_REVISION = '2025-11-25';
/** From this revision on a client calls again instead. */
const LAST_REVISION = '2026';

/** A call that waits, as the id of an event carries it. */
interface OpenWait extends Wait {
  readonly requestId: string | number;
  readonly progressToken: string | number | undefined;
}

interface CallMessage {
  readonly id?: unknown;
  readonly params?: { readonly _meta?: { readonly progressToken?: unknown } | null } | null;
}

/**
 * Lets a client continue its call after the gateway crashed or the connection broke: the id of an event has all that is needed, so
 * any instance can continue the call, also after a restart. It is sealed, and can be opened for the same caller only.
 */
export class ResumableCalls {
  readonly #key: Uint8Array;

  constructor(stateKey: Uint8Array) {
    this.#key = new Uint8Array(hkdfSync('sha256', stateKey, '', 'mcp event id', 32));
  }

  /** The event that makes a call resumable. Null: the client cannot resume it. */
  eventOf(wait: Wait, callerId: string, headers: IncomingHttpHeaders, message: unknown): string | null {
    const revision = headers['mcp-protocol-version'];
    if (typeof revision !== 'string' || revision < FIRST_REVISION || revision >= LAST_REVISION) return null;
    const { id, params } = message as CallMessage;
    const open = { ...wait, requestId: id, progressToken: params?._meta?.progressToken };
    return `id: ${this.#seal(JSON.stringify(open), callerId)}\nretry: ${RETRY_MS}\ndata: \n\n`;
  }

  /** The call of `await_answer` that continues the call of an event. Null: the id is not one of this caller. */
  continuation(eventId: string, callerId: string, now: number): object | null {
    const text = this.#open(eventId, callerId);
    if (text === null) return null;
    const { promptId, until, requestId, progressToken } = JSON.parse(text) as OpenWait;
    const wait_sec = Math.max(0, Math.ceil((until - now) / 1000));
    const _meta = progressToken === undefined ? {} : { progressToken };
    const params = { name: 'await_answer', arguments: { prompt_id: promptId, wait_sec }, _meta };
    return { jsonrpc: '2.0', id: requestId, method: 'tools/call', params };
  }

  #seal(text: string, callerId: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(callerId));
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  #open(eventId: string, callerId: string): string | null {
    const bytes = Buffer.from(eventId, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(callerId)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
    } catch {
      return null;
    }
  }
}
