import type { SavedViewRow, Store } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, newAudit, newLink, newSession, now, org, twoStores } from './fixture.js';

const operator = (id: string) => ({
  organizationId: org,
  id,
  name: id,
  email: `${id}@example.com`,
  passwordHash: 'h',
  createdAt: now,
  updatedAt: now,
  lastSeenAt: null,
});

const view = (operatorId: string, name: string): SavedViewRow => ({
  organizationId: org,
  id: `${operatorId} ${name}`,
  operatorId,
  page: 'audit',
  name,
  filter: { q: name },
  createdAt: now,
});

async function addOwner({ operators, oneTimeLinks }: Store, id: string): Promise<void> {
  const audit = newAudit('operator.updated', id);
  const link = newLink(`link of ${id}`, { role: 'owner' });
  await oneTimeLinks.insert(link);
  await operators.createInvited(operator(id), newSession(`s ${id}`, id), link.tokenHash, audit);
}

onEveryEngine((engine) => {
  test('deletes the views of a removed operator, also of one who saves some at the same time', async () => {
    const [one, two] = await twoStores(engine);
    await addOwner(one, 'ada');
    const kept = view('ada', 'kept');
    await one.savedViews.save(kept, 20);
    for (let round = 0; round < 5; round += 1) {
      const id = `grace ${round}`;
      await addOwner(one, id);
      await one.savedViews.save(view(id, 'before'), 20);
      await Promise.all([
        one.operators.remove(org, id, newAudit('operator.removed', id, { at: after(1) })),
        ...['a', 'b', 'c', 'd'].map((name) => two.savedViews.save(view(id, name), 20)),
      ]);
      expect(await two.savedViews.list({ organizationId: org, operatorId: id })).toEqual([]);
      expect(await two.savedViews.save(view(id, 'after'), 20)).toBe('gone');
    }
    expect(await one.savedViews.list(kept)).toEqual([kept]);
  });

  test('saves no more views than allowed on two instances', async () => {
    const stores = await twoStores(engine);
    await addOwner(stores[0], 'ada');
    const saved = await Promise.all(
      Array.from({ length: 12 }, (_, index) => stores[index % 2 ? 1 : 0].savedViews.save(view('ada', `v${index}`), 5)),
    );
    expect(saved.filter((one) => one === 'full')).toHaveLength(7);
    expect(await stores[1].savedViews.list({ organizationId: org, operatorId: 'ada' })).toHaveLength(5);
  });
});
