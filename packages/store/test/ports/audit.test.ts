import type { AuditRow, OrderedPage } from '@gateway/core';
import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, newAudit, newChannel, newKey, org } from './fixture.js';

const everything = { limit: 200, before: null };
const resources = (rows: AuditRow[]) => rows.map(({ action, resourceId }) => `${action} ${resourceId}`);

onEveryEngine((engine) => {
  test('writes an audit entry with each change, field by field', async () => {
    const { keys, audit } = await freshStore(engine);
    const entry = newAudit('key.created', 'k1', { changes: [{ field: 'name', before: null, after: ['agent', 1] }] });
    const bare = newAudit('key.created', 'k2', { actorKind: 'system', actorId: null, actorName: null, address: null });
    await keys.insert(newKey('k1'), entry);
    await keys.insert(newKey('k2'), bare);
    expect(await audit.list(org, {}, everything)).toEqual([
      { ...bare, seq: 2, resourceName: 'agent', changes: null, answered: null },
      { ...entry, seq: 1, resourceName: 'agent', answered: null },
    ]);
  });

  test('writes no audit entry for a change that did not happen', async () => {
    const { keys, channels, audit } = await freshStore(engine);
    await keys.insert(newKey('k1'));
    await expect(keys.insert(newKey('k1'), newAudit('key.created', 'k1'))).rejects.toThrow('unique constraint failed');
    await keys.insertFirst(newKey('k2'), newAudit('key.created', 'k2'));
    await keys.revoke(org, 'unknown', after(1), newAudit('key.revoked', 'unknown'));
    await channels.insert(newChannel('ops'));
    await channels.insert(newChannel('ops'), newAudit('channel.created', 'ops'));
    await channels.update(org, 'ops', 7, { updatedAt: after(1) }, newAudit('channel.updated', 'ops'));
    expect(await audit.list(org, {}, everything)).toEqual([]);
  });

  test('filters audit entries by action, resource and actor, newest first and oldest first, page by page', async () => {
    const { channels, audit } = await freshStore(engine);
    await channels.insert(newChannel('a'), newAudit('channel.created', 'a'));
    await channels.insert(newChannel('b'), newAudit('channel.created', 'b', { actorId: 'k2' }));
    await channels.update(org, 'a', 1, { isActive: false, updatedAt: after(1) }, newAudit('channel.unregistered', 'a'));
    await channels.update(org, 'a', 2, { isActive: true, updatedAt: after(2) }, newAudit('channel.updated', 'a'));
    await channels.insert(
      newChannel('c', { organizationId: 'elsewhere' }),
      newAudit('channel.created', 'c', { organizationId: 'elsewhere' }),
    );

    const all = ['channel.updated a', 'channel.unregistered a', 'channel.created b', 'channel.created a'];
    expect(resources(await audit.list(org, {}, everything))).toEqual(all);
    expect(resources(await audit.list(org, { action: 'channel.created' }, everything))).toEqual([
      'channel.created b',
      'channel.created a',
    ]);
    expect(resources(await audit.list(org, { resourceId: 'a' }, everything))).toEqual(
      all.filter((text) => text.endsWith('a')),
    );
    expect(resources(await audit.list(org, { actorId: 'k2' }, everything))).toEqual(['channel.created b']);
    expect(await audit.list(org, { actorId: 'k2', resourceId: 'a' }, everything)).toEqual([]);

    const first = await audit.list(org, {}, { limit: 3, before: null });
    const rest = await audit.list(org, {}, { limit: 3, before: (first[2] as AuditRow).seq });
    expect(resources([...first, ...rest])).toEqual(all);

    const oldest = await audit.list(org, {}, { limit: 3, before: null, after: null });
    const newer = await audit.list(org, {}, { limit: 3, before: null, after: (oldest[2] as AuditRow).seq });
    expect(resources([...oldest, ...newer])).toEqual(all.toReversed());
  });

  test('lists the entries of a range of time, the end not included, page by page', async () => {
    const { audit } = await freshStore(engine);
    for (const second of [1, 2, 3, 3, 5])
      await audit.write(newAudit('key.created', `k${second}`, { at: after(second) }));
    await audit.write(newAudit('key.created', 'k9', { at: after(9), organizationId: 'elsewhere' }));
    const ids = async (since?: number, until?: number, page: OrderedPage = everything) =>
      (
        await audit.list(
          org,
          { ...(since !== undefined && { since: after(since) }), ...(until !== undefined && { until: after(until) }) },
          page,
        )
      ).map(({ resourceId }) => resourceId);
    expect(await ids(2, 5)).toEqual(['k3', 'k3', 'k2']);
    expect(await ids(3)).toEqual(['k5', 'k3', 'k3']);
    expect(await ids(undefined, 2)).toEqual(['k1']);
    expect(await ids(6)).toEqual([]);
    expect(await ids(undefined, 1)).toEqual([]);
    expect(await ids(1, 5, { limit: 2, before: 4 })).toEqual(['k3', 'k2']);
    expect(await ids(2, 5, { limit: 2, before: null, after: null })).toEqual(['k2', 'k3']);
    expect(await ids(2, 5, { limit: 2, before: null, after: 3 })).toEqual(['k3']);
  });
});
