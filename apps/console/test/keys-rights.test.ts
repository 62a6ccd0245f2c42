import { presets, scopes } from '@gateway/contract/values';
import { expect, it } from 'vitest';
import { presetOf, rightsOf, scopeMatrix, stateOf } from '../src/features/keys/rights.js';

it('finds the preset of a set of scopes in any order', () => {
  expect(presetOf(presets.agent.toReversed())).toBe('agent');
  expect(presetOf(presets.readonly)).toBe('readonly');
  expect(presetOf(['prompts:read'])).toBeNull();
});

it('names the permissions of a key', () => {
  expect(rightsOf(['admin'])).toBe('Admin');
  expect(rightsOf(['prompts:write'])).toBe('prompts:write');
  expect(rightsOf(['prompts:write', 'prompts:read'])).toBe('2 scopes');
});

it('lists every scope except admin exactly once in the matrix', () => {
  const rows = scopeMatrix();
  const all = rows.flatMap(({ read, write }) => [read, write]).filter((scope) => scope !== null);
  expect(all.toSorted()).toEqual(scopes.filter((scope) => scope !== 'admin').toSorted());
  expect(rows.find(({ name }) => name === 'messages')).toEqual({
    name: 'messages',
    read: 'messages:read',
    write: 'messages:send',
  });
});

it('distinguishes expiring from expired keys', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  expect(stateOf({ revoked_at: null, expires_at: null }, now)).toBe('active');
  expect(stateOf({ revoked_at: null, expires_at: '2026-03-01T12:00:01.000Z' }, now)).toBe('expiring');
  expect(stateOf({ revoked_at: null, expires_at: '2026-03-01T12:00:00.000Z' }, now)).toBe('expired');
  expect(stateOf({ revoked_at: '2026-02-01T00:00:00.000Z', expires_at: null }, now)).toBe('revoked');
});
