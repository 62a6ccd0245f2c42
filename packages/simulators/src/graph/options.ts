import type { Clock } from '@gateway/sandbox/server';
import type { Fault } from '../common/faults.js';
import type { GraphErrorFields } from './errors.js';
import type { WebhookOptions } from './webhook.js';

export interface GraphSimulatorOptions extends WebhookOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** 127.0.0.1 unless given. The control API has no password: do not expose it. */
  host?: string;
  /** The app that owns the webhook; has values of its own unless given. */
  app?: { appSecret?: string; verifyToken?: string };
  clock?: Clock;
}

/** An error as the Graph API answers it, or any {@link Fault}. */
export type GraphFault = Fault & { error?: GraphErrorFields & { status?: number; headers?: Record<string, string> } };

/** Milliseconds after a person's last message during which free messages may be sent. */
export const WINDOW_MS = 24 * 3_600_000;
