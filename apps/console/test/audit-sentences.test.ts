import { auditActions, type AuditEntry } from '@gateway/contract';
import { expect, it } from 'vitest';
import { actionName, actorName, sentenceOf } from '../src/features/audit/sentences.js';

const ada = { kind: 'operator', id: 'ada', name: 'Ada' } as const;

function told(action: string, id = 'x', actor: AuditEntry['actor'] = ada): string {
  const kind = action.slice(0, action.indexOf('.'));
  const { before, resource, after } = sentenceOf({ action, actor, resource: { kind, id } });
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
