import { auditActions, type AuditEntry } from '@gateway/contract';
import { expect, it } from 'vitest';
import { actionName, actorName, sentenceOf } from '../src/features/audit/sentences.js';

const ada = { kind: 'operator', id: 'ada', name: 'Ada' } as const;

function told(action: string, id = 'x', actor: AuditEntry['actor'] = ada, name: string | null = null): string {
  const kind = action.slice(0, action.indexOf('.'));
  const { before, resource, after } = sentenceOf({ action, actor, resource: { kind, id, name } });
  return [actorName(actor), before, resource, after].filter(Boolean).join(' ');
}

it('tells changes as sentences', () => {
  expect(told('channel.created', 'ops')).toBe('Ada created channel ops');
  expect(told('prompt.cancelled', '#12')).toBe('Ada withdrew prompt #12');
  expect(told('settings.updated', 'retention')).toBe('Ada changed the retention settings');
  expect(told('operator.password_link_created', 'bob')).toBe('Ada created password link of operator bob');
  expect(told('delivery.retried', 'e1')).toBe('Ada sent callback e1 again');
});

it('tells what was done in bulk', () => {
  expect(told('delivery.retried', 'dead')).toBe('Ada sent all given-up callbacks again');
  expect(told('delivery.retried', 'dead channel_id=ops prompt_id=#12')).toBe(
    'Ada sent all given-up callbacks of channel ops, of prompt #12 again',
  );
});

it('names what has a name, and nobody by an id that says nothing', () => {
  const id = '2f1c0a5e-2c1b-4c55-9a53-4f0d0e6a7b10';
  expect(told('operator.removed', id, ada, 'Bob')).toBe('Ada removed operator Bob');
  expect(told('key.revoked', id, ada, 'deploys')).toBe('Ada revoked key deploys');
  expect(told('delivery.retried', id, ada, '#12')).toBe('Ada sent the callback of #12 again');
  expect(told('invitation.created', id, ada, 'mia@example.com')).toBe('Ada invited mia@example.com');
  expect(told('invitation.created', id)).toBe('Ada invited somebody by a link');
  expect(told('invitation.revoked', id)).toBe('Ada took back an invitation');
});

it('tells what people did to their own account without naming them twice', () => {
  expect(told('operator.signed_in', 'ada')).toBe('Ada signed in');
  expect(told('operator.password_changed', 'ada')).toBe('Ada changed their password');
  expect(told('operator.updated', 'ada')).toBe('Ada changed their own account');
  expect(told('operator.updated', 'bob')).toBe('Ada updated operator bob');
});

it('tells of refused sign-ins, by whom nobody knows', () => {
  const gateway = { kind: 'system', id: null, name: null } as const;
  expect(told('operator.sign_in_refused', 'unknown', gateway)).toBe(
    'The gateway refused a sign-in with an unknown e-mail address',
  );
  expect(told('operator.sign_in_refused', 'bob', gateway)).toBe('The gateway refused a sign-in as bob');
});

it('tells of refused keys and denied requests', () => {
  const gateway = { kind: 'system', id: null, name: null } as const;
  expect(told('key.refused', 'unknown', gateway)).toBe('The gateway refused an unknown key');
  expect(told('key.refused', 'k1', gateway, 'deploys')).toBe('The gateway refused the ended key deploys');
  const key = { kind: 'key', id: 'k1', name: 'deploys' } as const;
  expect(told('request.denied', 'POST /v1/keys/new', key)).toBe('deploys was denied POST /v1/keys/new');
});

it('tells what operators wrote and asked', () => {
  expect(told('channel.message_sent', 'ops')).toBe('Ada wrote to channel ops');
  expect(told('prompt.created', '#12')).toBe('Ada asked prompt #12');
});

it('names whoever acted without a name', () => {
  expect(actorName({ kind: 'open', id: null, name: null })).toBe('Somebody without a key');
  expect(actorName({ kind: 'key', id: 'k1', name: null })).toBe('k1');
});

it('has words for every action, and for those of other versions', () => {
  for (const action of [...auditActions, 'robot.arm_moved']) {
    expect(told(action)).not.toMatch(/[_.]|undefined/);
    expect(actionName(action)).toMatch(/^[A-Z][a-z -]+$/);
  }
});
