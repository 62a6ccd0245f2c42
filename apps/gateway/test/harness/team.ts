import type { TelegramSimulator } from '@gateway/simulators/telegram';
import { registerChannel, type TestGateway } from './gateway.js';
import type { as } from './keys.js';

interface Started {
  readonly telegram: TelegramSimulator;
  readonly gateway: TestGateway;
  readonly ada: { readonly id: number };
  readonly owner: ReturnType<typeof as>;
}

/** The channel `team`, a group chat of Ada, Bob and Cy, who are people; the group `leads` are Ada and Bob. */
export async function addTeam({ telegram, gateway, ada, owner }: Started) {
  const bob = telegram.addUser({ firstName: 'Bob' });
  const cy = telegram.addUser({ firstName: 'Cy' });
  const team = telegram.addChat({ title: 'Team', members: [ada.id, bob.id, cy.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  for (const [id, user] of Object.entries({ ada, bob, cy }))
    await owner('POST', '/v1/people/new', {
      person_id: id,
      name: id,
      identities: [{ platform: 'telegram', user_id: String(user.id) }],
    });
  await owner('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: ['ada', 'bob'] });
  return { bob, cy, team };
}
