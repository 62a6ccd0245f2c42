import { formatPromptId, parsePromptId, type Scope, type SearchKind } from '@gateway/contract';
import { sees } from '../access/allowed-channels.js';
import { holdsAny, type Principal } from '../access/principal.js';
import type { Clock } from '../ports/system.js';
import { visibleState } from '../questions/prompt-state.js';
import type { DeliveryRow, MessageRow, PromptRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { excerpt } from './excerpt.js';
import type { Match, NamedKind } from '../ports/questions/search-store.js';

/** A record that was found. */
export interface SearchHit {
  readonly kind: SearchKind;
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  readonly channelId: string | null;
  readonly promptNum: number | null;
  readonly state: string | null;
  readonly match: Match;
  readonly createdAt: Date;
}

export interface SearchQuery {
  readonly text: string;
  /** Of each kind. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** The kinds that are found by name, with the scope that reads them. Operators are for owners. */
const named: readonly (readonly [NamedKind, Scope])[] = [
  ['channel', 'channels:read'],
  ['person', 'people:read'],
  ['group', 'people:read'],
  ['policy', 'policies:read'],
  ['rule', 'policies:read'],
  ['key', 'keys:read'],
];
const matches: readonly Match[] = ['exact', 'prefix', 'text'];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One search over the records of all kinds that a caller may read. */
export class Search {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Exact matches first, then prefixes, then texts. A record is in the result once, with its best match. */
  async find(principal: Principal, { text, ...query }: SearchQuery): Promise<SearchHit[]> {
    const given = { ...query, text: text.trim() };
    const found = await Promise.all([
      this.#prompts(principal, given),
      this.#deliveries(principal, given),
      this.#messages(principal, given),
      this.#named(principal, given),
    ]);
    const hits = found.flat();
    const known = new Set<string>();
    const shown = new Map<SearchKind, number>();
    return matches.flatMap((match) =>
      hits.filter((hit) => {
        const key = `${hit.kind} ${hit.id}`;
        const count = shown.get(hit.kind) ?? 0;
        if (hit.match !== match || known.has(key) || count >= query.limit) return false;
        known.add(key);
        shown.set(hit.kind, count + 1);
        return true;
      }),
    );
  }

  async #prompts(principal: Principal, { text, limit, signal }: SearchQuery): Promise<SearchHit[]> {
    if (!holdsAny(principal, ['prompts:read'])) return [];
    const { organizationId } = principal;
    const { channelIds } = channelsOf(principal);
    const now = new Date(this.#clock.now());
    const num = parsePromptId(text);
    const list = (filter: { nums?: number[]; q?: string }) =>
      this.#store.prompts.list(
        organizationId,
        { ...filter, ...channelsOf(principal), now, signal },
        { limit, before: null },
      );
    const [numbered, correlated, texts] = await Promise.all([
      num === null ? [] : list({ nums: [num] }),
      this.#store.search.byCorrelation(organizationId, text, {
        limit,
        channelIds: channelIds ?? null,
        signal,
      }),
      list({ q: text }),
    ]);
    const hit = (match: Match) => (prompt: PromptRow) => promptHit(prompt, match, text, now);
    return [
      ...numbered.map(hit('exact')),
      ...correlated.map((prompt) => hit(prompt.correlationId === text ? 'exact' : 'prefix')(prompt)),
      ...texts.map(hit('text')),
    ];
  }

  async #deliveries(principal: Principal, { text, limit }: SearchQuery): Promise<SearchHit[]> {
    if (!holdsAny(principal, ['deliveries:read'])) return [];
    const promptNum = parsePromptId(text);
    const eventId = uuid.test(text) ? text.toLowerCase() : null;
    if (promptNum === null && eventId === null) return [];
    const filter = {
      ...channelsOf(principal),
      ...(promptNum !== null && { promptNum }),
      ...(eventId !== null && { eventId }),
    };
    const { rows } = await this.#store.deliveries.list(principal.organizationId, filter, { limit, before: null });
    return rows.map(deliveryHit);
  }

  async #messages(principal: Principal, { text, limit, signal }: SearchQuery): Promise<SearchHit[]> {
    if (!holdsAny(principal, ['messages:read'])) return [];
    const { organizationId } = principal;
    const { messages } = this.#store;
    const [one, texts] = await Promise.all([
      uuid.test(text) ? messages.get(organizationId, text.toLowerCase()) : null,
      messages.list(organizationId, { ...channelsOf(principal), q: text, signal }, { limit, before: null }),
    ]);
    return [
      ...(one && sees(principal, one.channelId) ? [messageHit(one, 'exact', text)] : []),
      ...texts.map((message) => messageHit(message, 'text', text)),
    ];
  }

  async #named(principal: Principal, query: SearchQuery): Promise<SearchHit[]> {
    const { organizationId, operator } = principal;
    const kinds = named.filter(([, scope]) => holdsAny(principal, [scope])).map(([kind]) => kind);
    if (operator?.role === 'owner') kinds.push('operator');
    if (kinds.length === 0) return [];
    const rows = await this.#store.search.names(organizationId, {
      ...query,
      kinds,
      now: new Date(this.#clock.now()),
      channelIds: channelsOf(principal).channelIds ?? null,
    });
    return rows.map(({ kind, id, title, detail, state, createdAt, match }) => {
      const channelId = kind === 'channel' ? id : null;
      return { kind, id, title, detail, channelId, promptNum: null, state, match, createdAt };
    });
  }
}

/** The channels that the caller is limited to, as a filter. */
function channelsOf({ channels }: Principal): { readonly channelIds?: readonly string[] } {
  return channels === null ? {} : { channelIds: [...channels] };
}

function promptHit(prompt: PromptRow, match: Match, text: string, now: Date): SearchHit {
  return {
    kind: 'prompt',
    id: formatPromptId(prompt.num),
    title: excerpt(prompt.text, text),
    detail: prompt.correlationId,
    channelId: prompt.channelId,
    promptNum: null,
    state: visibleState(prompt, now.getTime()),
    match,
    createdAt: prompt.createdAt,
  };
}

function deliveryHit({ id, eventType, channelId, promptNum, state, createdAt }: DeliveryRow): SearchHit {
  return {
    kind: 'delivery',
    id,
    title: eventType,
    detail: eventType,
    channelId,
    promptNum,
    state,
    match: 'exact',
    createdAt,
  };
}

function messageHit(message: MessageRow, match: Match, text: string): SearchHit {
  const { id, fromUser, fromName, channelId, direction, createdAt } = message;
  return {
    kind: 'message',
    id,
    title: excerpt(message.text, text),
    detail: fromName ?? fromUser,
    channelId,
    promptNum: null,
    state: direction,
    match,
    createdAt,
  };
}
