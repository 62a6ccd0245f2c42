import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page, StreamEventType } from '@gateway/contract';
import { isDeep } from '../../lib/forms/deep-lists.js';
import type { LiveEvent } from '../../lib/live/live.js';
import { countNotStored } from '../../lib/storage/not-stored.js';

/**
 * The resources that an event makes stale. Query keys begin with the resource: ['prompts', 'list', filter],
 * ['prompts', 'detail', id].
 */
const stale = {
  'prompt.created': ['prompts', 'waiting', 'statistics', 'sandbox'],
  'prompt.shown': ['prompts', 'waiting', 'sandbox'],
  'prompt.answered': ['prompts', 'waiting', 'answerers', 'recent-answers', 'statistics', 'sandbox', 'grants', 'audit'],
  'prompt.expired': ['prompts', 'waiting', 'answerers', 'statistics', 'sandbox', 'audit'],
  'prompt.voted': ['prompts', 'waiting', 'answerers', 'sandbox', 'audit'],
  'prompt.escalated': ['prompts', 'waiting', 'answerers', 'sandbox'],
  'prompt.reminded': ['prompts', 'sandbox'],
  'prompt.noted': ['prompts', 'sandbox'],
  'prompt.consumed': ['prompts', 'audit'],
  'prompt.taken': ['prompts', 'sandbox', 'audit'],
  'prompt.released': ['prompts', 'sandbox', 'audit'],
  'prompt.withdrawn': ['prompts', 'recent-answers', 'sandbox', 'grants', 'audit'],
  'message.created': ['messages', 'conversations', 'sandbox'],
  'message.sent': ['messages', 'conversations', 'sandbox'],
  'message.failed': ['messages'],
  'delivery.updated': ['deliveries', 'statistics'],
  'delivery.receiver_failing': ['receivers'],
  'delivery.receiver_recovered': ['receivers'],
  'delivery.receiver_paused': ['receivers', 'audit'],
  'delivery.receiver_resumed': ['receivers', 'audit'],
  'channel.updated': ['channels', 'conversations', 'waiting', 'answerers', 'statistics', 'sandbox', 'audit'],
} as const satisfies Record<StreamEventType, readonly string[]>;

/** Minimum time between two refreshes of a resource. */
const REFRESH_MS = 500;
/** Of a resource that costs the gateway more. */
const SLOW_REFRESH_MS: Readonly<Record<string, number>> = { waiting: 5000, 'recent-answers': 5000 };

/** Returns the event handler: it replaces the record where it is already shown, and refetches the stale lists shortly after. */
export function liveQueries(client: QueryClient): (event: LiveEvent) => void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const refreshedAt = new Map<string, number>();
  /** Resources that changed again after their refresh began. */
  const changed = new Set<string>();

  const refresh = (resource: string): void => {
    changed.add(resource);
    if (waiting.has(resource)) return;
    const wait = Math.max(0, (refreshedAt.get(resource) ?? 0) + (SLOW_REFRESH_MS[resource] ?? REFRESH_MS) - Date.now());
    waiting.set(
      resource,
      setTimeout(() => {
        changed.delete(resource);
        // The next refresh waits for this one. Restarting a long list at each event would never finish it.
        void client.invalidateQueries({ queryKey: [resource], refetchType: 'none', predicate: isDeep });
        void client.invalidateQueries({ queryKey: [resource], predicate: (query) => !isDeep(query) }).finally(() => {
          waiting.delete(resource);
          refreshedAt.set(resource, Date.now());
          if (changed.has(resource)) refresh(resource);
        });
      }, wait),
    );
  };

  return (event) => {
    const [resource] = stale[event.type];
    const id = idOf(event);
    if (id !== null && !('deleted' in event.data)) replace(client, resource, id, event.data);
    if (event.type === 'message.created' && event.data.id === null) countNotStored(client, event.data.channel_id);
    for (const name of stale[event.type]) refresh(name);
  };
}

function idOf({ data }: LiveEvent): string | null {
  return 'id' in data ? data.id : 'channel_id' in data ? data.channel_id : null;
}

type Row = { readonly id?: string; readonly channel_id?: string };

/** Replaces the record in every list that shows it and in its open detail. */
function replace(client: QueryClient, resource: string, id: string, record: object): void {
  const holds = (row: Row) => (row.id ?? row.channel_id) === id;
  client.setQueriesData<Row>({ queryKey: [resource, 'detail'] }, (row) =>
    row && holds(row) ? { ...row, ...record } : row,
  );
  client.setQueriesData<InfiniteData<Page<readonly Row[]>>>({ queryKey: [resource, 'list'] }, (data) => {
    if (!data || !Array.isArray(data.pages)) return data;
    if (!data.pages.some((page) => page.items.some(holds))) return data;
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.map((row) => (holds(row) ? { ...row, ...record } : row)),
      })),
    };
  });
}
