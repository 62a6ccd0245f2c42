import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, claim, freshStore, newDelivery, newMessage, now, org, twoStores } from './fixture.js';

const event = (eventId: string) => ({ organizationId: org, account: 'bot-1', eventId, at: now });

onEveryEngine((engine) => {
  test('stores an inbound text with its delivery once per event, on two instances', async () => {
    const stores = await twoStores(engine);
    const received = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        stores[index % 2 ? 1 : 0].messages.receive(
          event('e'),
          newMessage(`m${index}`),
          newDelivery({ messageId: `m${index}` }),
        ),
      ),
    );
    expect(received.filter(Boolean)).toHaveLength(1);
    const id = `m${received.indexOf(true)}`;
    expect(await stores[0].messages.list(org, {}, { limit: 50, before: null })).toMatchObject([newMessage(id)]);
    expect(await claim(stores[0])).toMatchObject([{ messageId: id }]);
  });

  test('numbers texts per channel from 1 without gaps in delivery order, on two instances', async () => {
    const stores = await twoStores(engine);
    const taken = newDelivery();
    await stores[0].messages.receive(event('taken'), null, { ...taken, channelId: 'elsewhere' });
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { messages } = stores[index % 2 ? 1 : 0];
        const delivery = { ...newDelivery({ channelId: index % 3 ? 'ops' : 'other' }), body: ['', ''] as const };
        // Some arrive twice, and some cannot be stored.
        if (index % 5 === 0) {
          await expect(messages.receive(event(`lost ${index}`), null, { ...delivery, id: taken.id })).rejects.toThrow();
        }
        await messages.receive(event(`e${index}`), index % 2 ? null : newMessage(`m${index}`), delivery);
        if (index % 4 === 0) await messages.receive(event(`e${index}`), null, delivery);
      }),
    );
    const rows = await claim(stores[0], { limit: 100, perDestination: 100 });
    const numbers = (channelId: string) => rows.filter((row) => row.channelId === channelId).map(({ body }) => body);
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
    expect({ ops: numbers('ops'), other: numbers('other') }).toEqual({ ops: upTo(40), other: upTo(20) });
  });

  test('stores a text under zero retention only in its delivery', async () => {
    const store = await freshStore(engine);
    expect(await store.messages.receive(event('e'), null, newDelivery({ erase: true }))).toBe(true);
    expect(await store.messages.receive(event('e'), null, newDelivery({ erase: true }))).toBe(false);
    expect(await store.messages.list(org, {}, { limit: 50, before: null })).toEqual([]);
    expect(await claim(store)).toHaveLength(1);
  });

  test('rolls back the message and the event when the delivery cannot be stored', async () => {
    const store = await freshStore(engine);
    const taken = newDelivery();
    await store.messages.receive(event('other'), null, taken);
    await expect(store.messages.receive(event('e'), newMessage('m'), taken)).rejects.toThrow(
      'unique constraint failed',
    );
    expect(await store.messages.get(org, 'm')).toBeNull();
    expect(await store.messages.receive(event('e'), newMessage('m'), newDelivery())).toBe(true);
  });

  test('records an event without other effects once per account', async () => {
    const stores = await twoStores(engine);
    const first = await Promise.all(
      stores.flatMap(({ inboundEvents }) => [inboundEvents.first(event('e')), inboundEvents.first(event('e'))]),
    );
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await stores[0].inboundEvents.first({ ...event('e'), account: 'bot-2' })).toBe(true);
    expect(await stores[0].messages.receive(event('e'), null, newDelivery())).toBe(false);
  });

  test('returns an inserted message with its seq', async () => {
    const { messages } = await freshStore(engine);
    const sent = newMessage('m1', {
      direction: 'outbound',
      fromUser: null,
      fromId: null,
      apiKeyId: 'k',
      operatorId: 'o',
      fromName: null,
      threadId: 'T1',
      replyTo: 'm0',
      createdAt: after(1),
    });
    expect(await messages.insert(sent)).toEqual({ ...sent, deliveryState: null, failure: null, seq: 1 });
    expect(await messages.get(org, 'm1')).toEqual({ ...sent, deliveryState: null, failure: null, seq: 1 });
    expect(
      await messages.insert(newMessage('m2', { text: 'nul\0l \uDC00', fromUser: '\0', fromName: '\0' })),
    ).toMatchObject({
      seq: 2,
      text: 'nul\uFFFDl \uFFFD',
      fromUser: '\uFFFD',
      fromName: '\uFFFD',
    });
    expect(await messages.get('elsewhere', 'm1')).toBeNull();
  });

  test('filters and paginates the list, newest first', async () => {
    const { messages } = await freshStore(engine);
    await messages.insert(newMessage('m1', { text: '50% off' }));
    await messages.insert(newMessage('m2', { direction: 'outbound', channelId: 'other' }));
    await messages.insert(newMessage('m3', { direction: 'outbound', text: 'Order_7 is ready' }));
    await messages.insert(newMessage('m4', { organizationId: 'elsewhere' }));
    await messages.insert(newMessage('m5'));
    const listed = async (filter: Parameters<typeof messages.list>[1], before: number | null = null, limit = 50) =>
      (await messages.list(org, filter, { limit, before })).map(({ id }) => id);
    expect(await listed({})).toEqual(['m5', 'm3', 'm2', 'm1']);
    expect(await listed({ direction: 'outbound' })).toEqual(['m3', 'm2']);
    expect(await listed({ channelId: 'chat' })).toEqual(['m5', 'm3', 'm1']);
    expect(await listed({ channelId: 'chat', direction: 'inbound' })).toEqual(['m5', 'm1']);
    expect(await listed({ q: 'ORDER_' })).toEqual(['m3']);
    expect(await listed({ q: '%' })).toEqual(['m1']);
    expect(await listed({ q: 'hello', direction: 'outbound' })).toEqual(['m2']);
    expect(await listed({}, null, 2)).toEqual(['m5', 'm3']);
    expect(await listed({}, 3, 2)).toEqual(['m2', 'm1']);
  });
});
