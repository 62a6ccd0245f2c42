import type { Store } from '@gateway/core';
import { after, newAudit, now, org } from './fixture.js';

/** Calls every function of the receivers' port. */
export async function callReceivers({ receivers }: Store): Promise<void> {
  for (const which of ['all', 'paused', 'named'] as const)
    for (const name of [null, 'https://host-3']) await receivers.destinations(org, which, { limit: 50, after: name });
  const names = ['https://host-7', 'https://host-77'];
  await receivers.states(org, names);
  await receivers.figures(org, names, after(-60));
  for (const name of names) await receivers.lastFailure(org, name);
  await receivers.deadByQuarterHour(org, 'https://host-7');
  await receivers.newest(org, 'https://host-7', after(-60));
  await receivers.addTraffic([
    { organizationId: org, destination: 'https://host-7', periodStart: now, delivered: 1, failed: 2 },
  ]);
  for (const periodMs of [300_000, 21_600_000])
    await receivers.traffic(org, 'https://host-7', after(-86_400), periodMs);
  await receivers.exists(org, 'https://host-7');
  const destination = 'https://host-78';
  await receivers.pause(
    { organizationId: org, destination, pausedAt: now, pausedBy: null },
    newAudit('receiver.paused', destination),
  );
  for (const name of ['Finance', null])
    await receivers.rename({ organizationId: org, destination, name }, () => newAudit('receiver.updated', destination));
  await receivers.resume(org, destination, newAudit('receiver.resumed', destination));
}
