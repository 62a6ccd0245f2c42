import type { GrantRecord, PromptRecord } from '@gateway/contract';
import { grantEnds } from '@gateway/contract/values';
import { expect, it } from 'vitest';
import { choiceLabel, choicesOf } from '../src/features/prompts/decide/choices.js';
import { activeFirst } from '../src/features/standing-approvals/active-first.js';
import { coverOf, endOf } from '../src/features/standing-approvals/sentences.js';

const grant: GrantRecord = {
  grant_id: 'g1',
  given_by: [{ person_id: 'ada', operator_id: null, platform: 'telegram', user_id: '1', name: 'Ada' }],
  given_at: '2026-01-01T10:00:00.000Z',
  prompt_id: '#7',
  channel_id: 'approvals',
  rule: { rule_id: 'deploys', version: 1 },
  key_id: null,
  action: { name: 'deploy', same: { service: 'api' } },
  covers: 'deploy, with service = api; at most 50 times',
  until: '2026-01-01T11:00:00.000Z',
  uses: 3,
  max_uses: 50,
  last_used_at: null,
  ended_at: null,
  ended_by: null,
  ended_reason: null,
};
const ended = (reason: GrantRecord['ended_reason'], by: GrantRecord['ended_by'] = null): GrantRecord => ({
  ...grant,
  ended_at: '2026-01-01T10:30:00.000Z',
  ended_reason: reason,
  ended_by: by,
});
const sentence = (of: GrantRecord) => {
  const end = endOf(of);
  return end && end.text.replace('{name}', end.name);
};

it('a standing approval says why it has ended and who ended it', () => {
  expect(endOf(grant)).toBeNull();
  expect(sentence(ended('stopped', { kind: 'person', id: 'ada', name: 'Ada' }))).toBe('Ada stopped it');
  expect(sentence(ended('stopped', { kind: 'person', id: null, name: null }))).toBe('Somebody in the chat stopped it');
  expect(sentence(ended('stopped', { kind: 'key', id: 'k1', name: 'ops' }))).toBe('The API key ops stopped it');
  expect(sentence(ended('stopped', { kind: 'open', id: null, name: null }))).toBe(
    'A request without an API key stopped it',
  );
  expect(sentence(ended('rule_changed', { kind: 'operator', id: 'o1', name: 'Grace' }))).toBe(
    'Grace changed or deleted the rule',
  );
  for (const reason of grantEnds) expect(sentence(ended(reason))).toMatch(/^[A-Z][^{]+$/);
});

it('a standing approval is named by its action where retention has deleted the arguments', () => {
  expect(coverOf(grant)).toBe(grant.covers);
  expect(coverOf({ ...grant, covers: null })).toBe('deploy (retention has deleted the arguments)');
});

it('active standing approvals come before those that have ended', () => {
  const grants = [ended('expired'), { ...grant, grant_id: 'g2' }, { ...ended('stopped'), grant_id: 'g3' }, grant];
  expect(activeFirst(grants).map(({ grant_id, ended_at }) => [grant_id, ended_at === null])).toEqual([
    ['g2', true],
    ['g1', true],
    ['g1', false],
    ['g3', false],
  ]);
});

it('the choices that give a standing approval follow Approve and change the key of no decision', () => {
  const prompt = { grant_offer: { max_sec: 14_400, covers: 'deploy, with service = api' } } as PromptRecord;
  const choices = choicesOf(prompt, ['reject', 'approve', 'edit']);
  expect(choices.map((choice) => [choiceLabel(prompt, choice), choice.place])).toEqual([
    ['Reject', 0],
    ['Approve', 1],
    ['Approve for 1 h', 3],
    ['Approve for 4 h', 4],
    ['Edit', 2],
  ]);
  expect(choicesOf({ ...prompt, grant_offer: null }, ['approve', 'reject'])).toHaveLength(2);
  expect(choicesOf(prompt, ['reject'])).toHaveLength(1);
});
