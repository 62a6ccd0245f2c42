import type { ShownPrompt } from '../answers/shown-prompt.js';
import { operatorVoter, type Voter } from '../answers/voter.js';
import type { Store } from '../ports/store.js';
import type { Waiting } from '../waiting/waiting.js';
import type { AudienceMember } from '../ports/people/notification-store.js';

/** A device that has not opened the console for so long gets no pushes. */
export const DEVICE_LIFE_MS = 30 * 86_400_000;

/** An operator with devices, as the person that they answer as. */
export interface Recipient extends AudienceMember {
  readonly voter: Voter;
}

export async function recipients(store: Store, organizationId: string, now: number): Promise<Recipient[]> {
  const members = await store.notifications.audience(organizationId, new Date(now - DEVICE_LIFE_MS));
  const voters = await Promise.all(
    members.map(({ operatorId, name }) => operatorVoter(store, organizationId, { id: operatorId, name })),
  );
  return members.flatMap((member, index) => {
    const voter = voters[index];
    return voter ? [Object.assign({ voter }, member)] : [];
  });
}

/** Whether an operator wants to be told of problems of the gateway: owners by default. */
export const wantsAlerts = ({ role, settings }: Pick<AudienceMember, 'role' | 'settings'>): boolean =>
  settings.alerts ?? role === 'owner';

/** Whether an operator wants to be notified of a pending prompt. */
export async function wants(
  { settings, role, voter }: Recipient,
  shown: ShownPrompt,
  waiting: Pick<Waiting, 'waitsFor'>,
): Promise<boolean> {
  const { channels, onlyMine } = settings;
  if (channels !== null && !channelsOf(shown).some((id) => channels.includes(id))) return false;
  return !onlyMine || (role !== 'viewer' && (await waiting.waitsFor(shown, voter)));
}

function channelsOf({ prompt, posts }: ShownPrompt): string[] {
  return [prompt.channelId, ...(prompt.terms?.channelIds ?? []), ...posts.map(({ channelId }) => channelId)];
}
