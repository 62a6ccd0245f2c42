import type { Scope } from '../vocabulary.js';

/** The types of the event stream, with the scope that a reader needs: the one that reads such records. */
export const streamEventScopes = {
  'prompt.created': 'prompts:read',
  'prompt.shown': 'prompts:read',
  'prompt.answered': 'prompts:read',
  'prompt.expired': 'prompts:read',
  'prompt.voted': 'prompts:read',
  'prompt.escalated': 'prompts:read',
  'prompt.reminded': 'prompts:read',
  'prompt.noted': 'prompts:read',
  'prompt.taken': 'prompts:read',
  'prompt.released': 'prompts:read',
  'prompt.consumed': 'prompts:read',
  'prompt.withdrawn': 'prompts:read',
  'message.created': 'messages:read',
  'message.sent': 'messages:read',
  'message.failed': 'messages:read',
  'delivery.updated': 'deliveries:read',
  'delivery.receiver_failing': 'deliveries:read',
  'delivery.receiver_recovered': 'deliveries:read',
  'delivery.receiver_paused': 'deliveries:read',
  'delivery.receiver_resumed': 'deliveries:read',
  'channel.updated': 'channels:read',
} as const satisfies Record<string, Scope>;
export type StreamEventType = keyof typeof streamEventScopes;
export const streamEventTypes = Object.keys(streamEventScopes) as readonly StreamEventType[];
