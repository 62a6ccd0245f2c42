import { expect, it } from 'vitest';
import type { AuditEntry } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { startKeyedGateway } from '../harness/keys.js';
import { openBrowser, setUpConsole, type TestBrowser } from '../harness/operators.js';

onEveryEngine((engine) => {
  it('the audit log names operators and keys, removed ones too, and shows the address of an invitation only to owners', async () => {
    const gateway = await startKeyedGateway({ engine });
    const owner = await setUpConsole(gateway);
    const invited = await owner.request('POST', '/console/session/invitations', { role: 'viewer' });
    const grace = openBrowser(gateway);
    const token = invited.json.link.split('#token=')[1];
    const person = { name: 'Grace', email: 'grace@example.com', password: 'nanoseconds of wire' };
    const { operator } = (await grace.request('POST', '/console/session/accept', { token, ...person })).json;
    await owner.request('POST', '/console/session/invitations', { role: 'viewer', email: 'mia@example.com' });
    await owner.request('POST', '/console/session/invitations', { role: 'viewer' });
    await owner.request('POST', '/v1/keys/new', { name: 'deploys', preset: 'agent' });
    const lines = async (reader: TestBrowser) => {
      const entries: AuditEntry[] = (await reader.request('GET', '/v1/audit')).json;
      return entries.map(({ action, resource }) => `${action} ${resource.name}`);
    };
    expect((await lines(grace)).slice(0, 3)).toEqual([
      'key.created deploys',
      'invitation.created null',
      'invitation.created null',
    ]);
    await owner.request('DELETE', `/console/session/operators/${operator.id}`);
    expect(await lines(owner)).toEqual([
      'operator.removed Grace',
      'key.created deploys',
      'invitation.created null',
      'invitation.created mia@example.com',
      'operator.created Grace',
      'invitation.created Grace',
      'operator.created Ada',
      'key.created Bootstrap key (GATEWAY_API_KEY)',
    ]);
  });
});
