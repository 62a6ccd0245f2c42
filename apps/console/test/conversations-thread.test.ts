import type { ConversationRecord, DeliveryRecord, MessageRecord } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { byDay, byMessage, continues, inOrder, reachesBack, senderOf } from '../src/features/conversations/thread.js';

const message = (id: string, at: string, change: Partial<MessageRecord> = {}): MessageRecord => ({
  id,
  channel_id: 'support',
  direction: 'inbound',
  text: id,
  platform: 'pigeon',
  from_user: 'bob',
  from_name: 'Bob Ross',
  from_id: '5',
  thread_id: null,
  reply_to: null,
  api_key_id: null,
  operator_id: null,
  platform_message_id: null,
  status: null,
  failure: null,
  delivery_state: null,
  created_at: `2026-03-${at}:00.000Z`,
  ...change,
});

const callback = (messageId: string | null, at: string): DeliveryRecord => ({
  id: `of ${messageId}`,
  event_id: 'e',
  event_type: 'message.created',
  state: 'delivered',
  channel_id: 'support',
  prompt_id: null,
  message_id: messageId,
  url: 'https://agent.example/',
  attempt_count: 1,
  next_attempt_at: null,
  last_status: 200,
  last_error: null,
  created_at: `2026-03-${at}:00.000Z`,
  delivered_at: null,
  dead_at: null,
});

describe('conversation thread', () => {
  it('groups messages by day, oldest first', () => {
    const days = byDay([message('c', '02T09:00'), message('b', '01T18:00'), message('a', '01T08:00')], (at) =>
      at.slice(0, 10),
    );
    expect(days.map(({ name, messages }) => [name, messages.map(({ id }) => id)])).toEqual([
      ['2026-03-01', ['a', 'b']],
      ['2026-03-02', ['c']],
    ]);
  });

  it('names the writer once for consecutive messages', () => {
    const first = message('a', '01T08:00');
    expect(continues(first, undefined)).toBe(false);
    expect(continues(message('b', '01T08:04'), first)).toBe(true);
    expect(continues(message('b', '01T08:05'), first)).toBe(false);
    expect(continues(message('b', '01T08:01', { from_id: '6' }), first)).toBe(false);
    const sent = { direction: 'outbound', from_id: null, from_user: null } as const;
    expect(
      continues(
        message('d', '01T08:01', { ...sent, operator_id: 'grace' }),
        message('c', '01T08:00', { ...sent, api_key_id: 'n8n' }),
      ),
    ).toBe(false);
  });

  it('shows the display name of the sender, then the user name, then the id, with what hides in them', () => {
    const unnamed = { from_name: null, from_user: null, from_id: null };
    expect(senderOf(message('a', '01T08:00'))).toEqual({ name: 'Bob Ross', user: 'bob' });
    expect(senderOf(message('a', '01T08:00', { from_name: null }))).toEqual({ name: 'bob', user: null });
    expect(senderOf(message('a', '01T08:00', { from_name: ' ', from_user: null }))).toEqual({ name: '5', user: null });
    expect(senderOf(message('a', '01T08:00', { from_name: 'bob\u202E' }))).toEqual({
      name: String.raw`bob\u{202e}`,
      user: 'bob',
    });
    expect(senderOf(message('a', '01T08:00', unnamed))).toBeNull();
  });

  it('finds the delivery of each stored message', () => {
    const found = byMessage([callback('a', '01T08:00'), callback(null, '01T08:01')]);
    expect([...found.keys()]).toEqual(['a']);
  });

  it('loads deliveries until they are older than the oldest inbound message', () => {
    const messages = [
      message('b', '02T08:00'),
      message('a', '01T08:00'),
      message('s', '01T07:00', { direction: 'outbound' }),
    ];
    expect(reachesBack([], messages)).toBe(false);
    expect(reachesBack([callback('b', '02T08:00')], messages)).toBe(false);
    expect(reachesBack([callback('b', '02T08:00'), callback('z', '01T07:59')], messages)).toBe(true);
    expect(reachesBack([], [message('s', '01T07:00', { direction: 'outbound' })])).toBe(true);
  });

  it('lists conversations by their newest message or other activity, and those that wait as the gateway does', () => {
    const conversation = (id: string, active: string, last: string | null = null) =>
      ({
        channel_id: id,
        active_at: `2026-03-${active}:00.000Z`,
        last_message: last === null ? null : message('m', last),
      }) as ConversationRecord;
    const given = [
      conversation('a', '01T08:00'),
      conversation('b', '01T07:00', '01T09:00'),
      conversation('c', '01T08:30', '01T08:00'),
      conversation('a', '01T08:00'),
    ];
    const listed = (waiting: boolean) => inOrder(given, waiting).map(({ channel_id }) => channel_id);
    expect(listed(false)).toEqual(['b', 'c', 'a']);
    expect(listed(true)).toEqual(['a', 'b', 'c']);
  });
});
