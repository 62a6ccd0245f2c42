import type { Person } from './state.js';

/** A webhook's body with events of one page. */
export function envelope(pageId: string, atMs: number, messaging: readonly object[]): object {
  return { object: 'page', entry: [{ id: pageId, time: atMs, messaging }] };
}

/** One event from a person to their page. */
export function fromPerson({ psid, pageId }: Person, atMs: number, content: object): object {
  return { sender: { id: psid }, recipient: { id: pageId }, timestamp: atMs, ...content };
}

/** The echo of a page's own message. */
export function echo({ psid, pageId }: Person, atMs: number, message: { mid: string; text: string }): object {
  return {
    sender: { id: pageId },
    recipient: { id: psid },
    timestamp: atMs,
    message: { ...message, is_echo: true, app_id: 500_000_000_000_001 },
  };
}
