import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/open.js';
import { createStore } from '../../src/store.js';
import { after, claim, newDelivery, now, org, settlement, until } from '../ports/fixture.js';

async function opened() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-wal-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const store = await createStore(await openDatabase({ dataDir }));
  onTestFinished(() => store.close());
  /** The files of the data directory that contain a text. */
  const filesWith = async (text: string) => {
    const names = await readdir(dataDir);
    const contents = await Promise.all(names.map((name) => readFile(join(dataDir, name))));
    return names.filter((_, index) => contents[index]?.includes(text));
  };
  return { store, filesWith };
}

test.each([10, 900, 9000])(
  'removes an erased text of %i letters from all files while the database is open',
  async (length) => {
    const { store, filesWith } = await opened();
    const text = (word: string) => word.repeat(Math.ceil(length / word.length));
    let count = 0;
    for (let round = 0; round < 4; round += 1) {
      for (let place = 0; place < 30; place += 1) {
        count += 1;
        const erase = count % 3 !== 0;
        const delivery = newDelivery({
          erase,
          body: text(erase ? 'delete-me!' : 'keep-this!'),
          destination: `https://host-${count % 9}`,
        });
        await store.messages.receive(
          { organizationId: org, account: 'bot', eventId: `${count}`, at: now },
          null,
          delivery,
        );
      }
      // Some are retried, so that rows grow, move to other pages and share pages with kept rows.
      for (let pass = 1; pass <= 4; pass += 1) {
        const start = round * 100 + pass * 20;
        const claimed = await claim(store, { now: after(start), until: after(start + 10), perDestination: 64 });
        const ends = claimed.map((row, index) =>
          settlement(row, pass < 3 && index % 4 === 0 ? after(start + 15) : index % 5 === 0 ? 'dead' : 'delivered', {
            response: row.body.slice(0, 2000),
          }),
        );
        await store.deliveries.settle(ends);
      }
    }
    expect(await store.deliveries.nextDue()).toBeNull();
    await until(async () => (await filesWith('delete-me!')).length === 0);
    expect(await filesWith('keep-this!')).not.toEqual([]);
  },
);

test.each([
  ['all files', 'delete-me!', 'keep-this!'],
  // Three characters are an entry of the search index.
  ['the search index', '🔑🔒🔓', '🌍🌎🌏'],
])('removes an expired message from %s while the database is open', async (_, expiring, kept) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, filesWith } = await opened();
  for (let index = 0; index < 50; index += 1) {
    const id = `m${index}`;
    const text = index % 2 ? expiring : kept;
    const createdAt = index % 2 ? now : after(60);
    const delivery = newDelivery({ id: `d${index}`, messageId: id, body: text, createdAt: now });
    const message = {
      organizationId: org,
      id,
      channelId: 'chat',
      direction: 'inbound',
      text,
      platform: 'pigeon',
      createdAt,
    } as const;
    const unknown = { fromUser: null, fromId: null, apiKeyId: null, operatorId: null, platformMessageId: null };
    await store.messages.receive(
      { organizationId: org, account: 'bot', eventId: id, at: now },
      { ...message, ...unknown },
      delivery,
    );
  }
  await store.deliveries.settle(
    (await claim(store, { perDestination: 64 })).map((row) => settlement(row, 'delivered', { response: row.body })),
  );
  expect(
    await store.retention.remove({ of: 'messages', organizationId: org, direction: 'inbound', before: after(30) }, 500),
  ).toBe(25);
  await until(async () => {
    vi.advanceTimersByTime(1000);
    return (await filesWith(expiring)).length === 0;
  });
  expect(await filesWith(kept)).not.toEqual([]);
});
