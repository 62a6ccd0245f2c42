import type { AuditEntry } from '@gateway/contract';
import { auditActions } from '@gateway/contract/values';
import { expect, it } from 'vitest';
import { actionName, actorName, sentenceOf } from '../src/features/audit/sentences.js';

const ada = { kind: 'operator', id: 'ada', name: 'Ada' } as const;

function sentence(action: string, id = 'x', actor: AuditEntry['actor'] = ada, name: string | null = null): string {
  const kind = action.slice(0, action.indexOf('.'));
  const { text, resource } = sentenceOf({ action, actor, resource: { kind, id, name } });
  return text.replace('{actor}', actorName(actor)).replace('{resource}', resource);
}

it('describes changes as sentences', () => {
  expect(sentence('channel.created', 'ops')).toBe('Ada created channel ops');
  expect(sentence('channel.unregistered', 'ops')).toBe('Ada disabled channel ops');
  expect(sentence('prompt.cancelled', '#12')).toBe('Ada cancelled prompt #12');
  expect(sentence('grant.given', 'g1')).toBe('Ada gave standing approval g1');
  expect(sentence('settings.updated', 'retention')).toBe('Ada changed the retention settings');
  expect(sentence('operator.password_link_created', 'bob')).toBe('Ada created a password link for bob');
  expect(sentence('delivery.retried', 'e1')).toBe('Ada retried delivery e1');
});

it('describes bulk retries', () => {
  expect(sentence('delivery.retried', 'dead')).toBe('Ada retried all failed deliveries');
  expect(sentence('delivery.retried', 'dead channel_id=ops prompt_id=#12')).toBe(
    'Ada retried all failed deliveries with the filters channel_id=ops prompt_id=#12',
  );
  expect(sentence('delivery.retried', 'dead url=https://a.example/x?y=1 status_code=500-599')).toBe(
    'Ada retried all failed deliveries with the filters url=https://a.example/x?y=1 status_code=500-599',
  );
  expect(sentence('delivery.retried', 'selected count=12')).toBe('Ada retried 12 selected deliveries');
  expect(sentence('receiver.paused', 'https://a.example')).toBe('Ada paused deliveries to https://a.example');
});

it('uses the name of a resource instead of its id', () => {
  const id = '2f1c0a5e-2c1b-4c55-9a53-4f0d0e6a7b10';
  expect(sentence('operator.removed', id, ada, 'Bob')).toBe('Ada removed operator Bob');
  expect(sentence('key.revoked', id, ada, 'deploys')).toBe('Ada revoked API key deploys');
  expect(sentence('delivery.retried', id, ada, '#12')).toBe('Ada retried the delivery of #12');
  expect(sentence('invitation.created', id, ada, 'mia@example.com')).toBe('Ada invited mia@example.com');
  expect(sentence('invitation.created', id)).toBe('Ada created an invitation link');
  expect(sentence('invitation.revoked', id)).toBe('Ada revoked an invitation');
});

it('names the operator once for changes to the own account', () => {
  expect(sentence('operator.signed_in', 'ada')).toBe('Ada signed in');
  expect(sentence('operator.password_changed', 'ada')).toBe('Ada changed their password');
  expect(sentence('operator.updated', 'ada')).toBe('Ada changed their own account');
  expect(sentence('operator.updated', 'bob')).toBe('Ada updated operator bob');
});

it('describes refused sign-ins', () => {
  const gateway = { kind: 'system', id: null, name: null } as const;
  expect(sentence('operator.sign_in_refused', 'unknown', gateway)).toBe(
    'The gateway refused a sign-in by an unknown person',
  );
  expect(sentence('operator.sign_in_refused', 'bob', gateway)).toBe('The gateway refused a sign-in as bob');
});

it('describes refused keys and denied requests', () => {
  const gateway = { kind: 'system', id: null, name: null } as const;
  expect(sentence('key.refused', 'unknown', gateway)).toBe('The gateway refused an unknown API key');
  expect(sentence('key.refused', 'k1', gateway, 'deploys')).toBe('The gateway refused the expired API key deploys');
  const key = { kind: 'key', id: 'k1', name: 'deploys' } as const;
  expect(sentence('request.denied', 'POST /v1/keys/new', key)).toBe('deploys was denied POST /v1/keys/new');
});

it('describes messages and prompts of operators', () => {
  expect(sentence('channel.message_sent', 'ops')).toBe('Ada sent a message to channel ops');
  expect(sentence('prompt.created', '#12')).toBe('Ada created prompt #12');
});

it('falls back to the actor kind or id when there is no name', () => {
  expect(actorName({ kind: 'open', id: null, name: null })).toBe('A request without an API key');
  expect(actorName({ kind: 'key', id: 'k1', name: null })).toBe('k1');
});

it('describes every action, and names unknown actions of other versions', () => {
  for (const action of auditActions) {
    expect(sentence(action)).toMatch(/^Ada \w/);
    expect(sentence(action)).not.toMatch(/[_.{}]|undefined/);
    expect(actionName(action)).toMatch(/^[A-Zc][A-Za-z -]+$/);
  }
  expect(sentence('robot.arm_moved')).toBe('Ada: robot.arm_moved x');
  expect(actionName('robot.arm_moved')).toBe('robot.arm_moved');
});
