import type {
  Answer,
  Change,
  NewAuditEntry,
  NewChannel,
  NewDelivery,
  NewKeyRow,
  NewMessage,
  NewPrompt,
  OneTimeLinkRow,
  PromptRow,
  SessionRow,
  Settlement,
  Store,
} from '@gateway/core';
import { onTestFinished, vi } from 'vitest';
import { openDatabase, type Database, type OpenOptions } from '../../src/open.js';
import { createStore } from '../../src/store.js';
import type { Engine } from '../engines.js';

export const org = 'default';
export const now = new Date('2026-03-04T05:06:07.089Z');

/** `now` plus a number of seconds. */
export function after(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

export async function storeOn(options: OpenOptions): Promise<{ store: Store; database: Database }> {
  const database = await openDatabase(options);
  const store = await createStore(database);
  onTestFinished(() => store.close());
  return { store, database };
}

export async function freshStore(engine: Engine): Promise<Store> {
  return (await storeOn(await engine.empty())).store;
}

/** Two instances on one new database, and the database for tests that query it directly. */
export async function freshStores(engine: Engine): Promise<{ stores: [Store, Store]; database: Database }> {
  const options = await engine.empty();
  const { store, database } = await storeOn(options);
  // An SQLite file belongs to one process, so both instances are the same store.
  const other = engine.name === 'sqlite' ? store : (await storeOn(options)).store;
  return { stores: [store, other], database };
}

export async function twoStores(engine: Engine): Promise<[Store, Store]> {
  return (await freshStores(engine)).stores;
}

export function until(condition: () => unknown): Promise<void> {
  return vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error('not yet');
    },
    { timeout: 10_000 * Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1), interval: 10 },
  );
}

/** Records the changes that a store announces from now on. */
export function recordChanges(store: Store): Change[] {
  const changes: Change[] = [];
  onTestFinished(store.changes.subscribe((change) => changes.push(change)));
  return changes;
}

export function newChannel(channelId: string, change: Partial<NewChannel> = {}): NewChannel {
  return {
    organizationId: org,
    channelId,
    platform: 'pigeon',
    targetChatId: '-1001',
    channelType: 'PROMPT',
    callbackUrl: 'https://agent.example/hook',
    credentials: 'sealed',
    account: 'bot-1',
    credentialsProven: true,
    credentialsSetBy: null,
    createdAt: now,
    ...change,
  };
}

export function newPrompt(change: Partial<NewPrompt> = {}): NewPrompt {
  return {
    organizationId: org,
    channelId: 'ops',
    platform: 'pigeon',
    chatId: '-1001',
    account: 'bot-1',
    text: 'Deploy?',
    mediaUrl: null,
    options: ['Yes', 'No'],
    allowText: true,
    callbackUrl: 'https://agent.example/hook',
    correlationId: null,
    notifyOnExpiry: true,
    nonce: 'n0nce',
    createdAt: now,
    expiresAt: after(3600),
    apiKeyId: null,
    operatorId: null,
    ...change,
  };
}

/** A prompt that was posted to the chat. */
export async function pendingPrompt(
  store: Pick<Store, 'prompts'>,
  change: Partial<NewPrompt> = {},
): Promise<PromptRow> {
  const { organizationId, num } = await store.prompts.open(newPrompt(change));
  await store.prompts.posted(organizationId, num, { messageId: `m${num}`, messageIds: [`m${num}`], ref: null });
  return (await store.prompts.get(organizationId, num)) as PromptRow;
}

let events = 0;

export function newDelivery(change: Partial<NewDelivery> = {}): NewDelivery {
  return {
    organizationId: org,
    id: `event-${(events += 1)}`,
    eventType: 'prompt.answered',
    channelId: 'ops',
    promptNum: null,
    messageId: null,
    url: 'https://agent.example/hook',
    destination: 'https://agent.example',
    body: '{"the":"body"}',
    signed: true,
    erase: false,
    lane: null,
    trace: null,
    createdAt: now,
    ...change,
  };
}

/** Inserts deliveries into the outbox in this order. */
export async function enqueue(store: Store, ...changes: Partial<NewDelivery>[]): Promise<string[]> {
  const deliveries = changes.map((change) => newDelivery(change));
  for (const delivery of deliveries) {
    const { organizationId, id: eventId, createdAt: at } = delivery;
    await store.messages.receive({ organizationId, account: 'bot-1', eventId, at }, null, delivery);
  }
  return deliveries.map(({ id }) => id);
}

export function newAnswer(prompt: PromptRow, change: Partial<Answer> = {}): Answer {
  return {
    organizationId: prompt.organizationId,
    num: prompt.num,
    at: after(1),
    type: 'option',
    value: 'Yes',
    by: { id: '7', username: 'ada', name: 'Ada L.' },
    confirmTo: null,
    closeUntil: null,
    delivery: newDelivery({ promptNum: prompt.num }),
    event: { account: 'bot-1', eventId: `press-${(events += 1)}` },
    ...change,
  };
}

export async function outcomeOf<Outcome>(result: Promise<{ readonly outcome: Outcome }>): Promise<Outcome> {
  return (await result).outcome;
}

type Claim = Parameters<Store['deliveries']['claim']>[0];

export function claim(store: Store, change: Partial<Claim> = {}) {
  return store.deliveries.claim({
    now: after(1),
    until: after(11),
    limit: 64,
    perDestination: 16,
    perLane: 1,
    timedOutLimit: 64,
    skip: [],
    busy: [],
    holder: 'here',
    ...change,
  });
}

export function settlement(
  delivery: Settlement['delivery'],
  next: Settlement['next'],
  change: Partial<Settlement['attempt']> = {},
  timedOut = false,
): Settlement {
  const failed = next === 'delivered' ? {} : { status: 500, error: 'The receiver answered 500.' };
  return {
    delivery,
    next,
    timedOut,
    attempt: { startedAt: after(1), durationMs: 250, status: 200, error: null, response: 'ok', ...failed, ...change },
  };
}

export function newMessage(id: string, change: Partial<NewMessage> = {}): NewMessage {
  return {
    organizationId: org,
    id,
    channelId: 'chat',
    direction: 'inbound',
    text: 'hello',
    platform: 'pigeon',
    fromUser: 'ada',
    fromId: '7',
    apiKeyId: null,
    operatorId: null,
    platformMessageId: '55',
    createdAt: now,
    ...change,
  };
}

export function newKey(id: string, change: Partial<NewKeyRow> = {}): NewKeyRow {
  return {
    organizationId: org,
    id,
    name: 'agent',
    keyPrefix: 'gw_abcdefgh',
    hash: `hash of ${id}`,
    scopes: ['prompts:read', 'prompts:write'],
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
    expiresAt: null,
    validUntil: null,
    channels: null,
    actsFor: null,
    createdBy: null,
    replacementOf: null,
    ...change,
  };
}

export function newAudit(
  action: NewAuditEntry['action'],
  resourceId: string,
  change: Partial<NewAuditEntry> = {},
): NewAuditEntry {
  return {
    organizationId: org,
    at: now,
    actorKind: 'key',
    actorId: 'k1',
    actorName: 'agent',
    action,
    resourceKind: action.split('.')[0] ?? '',
    resourceId,
    address: '192.0.2.7',
    ...change,
  };
}

export function newSession(id: string, operatorId: string): SessionRow {
  return {
    organizationId: org,
    id,
    operatorId,
    tokenHash: `hash of ${id}`,
    previousTokenHash: null,
    previousUntil: null,
    createdAt: now,
    rotatedAt: now,
    lastSeenAt: now,
    expiresAt: after(3600),
    userAgent: null,
    address: null,
    providerSession: null,
  };
}

export function newLink(id: string, change: Partial<OneTimeLinkRow> = {}): OneTimeLinkRow {
  return {
    organizationId: org,
    id,
    purpose: 'invitation',
    tokenHash: `hash of ${id}`,
    role: null,
    email: null,
    operatorId: null,
    createdBy: null,
    createdAt: now,
    expiresAt: after(3600),
    ...change,
  };
}
