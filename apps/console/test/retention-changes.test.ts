import type { RetentionSettings } from '@gateway/contract';
import { expect, it } from 'vitest';
import { changesOf, daysIssue, daysOf, formOf, removalText } from '../src/features/retention/changes.js';

const saved: RetentionSettings = {
  prompts_retention_enabled: true,
  prompts_retention_days: 30,
  messages_inbound_retention_enabled: false,
  messages_inbound_retention_days: 30,
  messages_inbound_zero_retention: false,
  messages_outbound_retention_enabled: false,
  messages_outbound_retention_days: 30,
  messages_outbound_zero_retention: false,
  audit_retention_enabled: false,
  audit_retention_days: 365,
  updated_at: '2026-03-01T12:00:00.000Z',
};
const form = formOf(saved);

it('accepts whole numbers of days from 1 to 3650', () => {
  expect(['1', ' 3650 ', '007'].map(daysOf)).toEqual([1, 3650, 7]);
  expect(['', '0', '3651', '1.5', '-1', '1e2', 'ten'].map(daysOf)).toEqual([null, null, null, null, null, null, null]);
});

it('sends only the changed settings', () => {
  expect(changesOf(form, saved)).toEqual({});
  expect(changesOf({ ...form, prompts_retention_days: '7', messages_inbound_zero_retention: true }, saved)).toEqual({
    prompts_retention_days: 7,
    messages_inbound_zero_retention: true,
  });
});

it('rejects invalid days of an enabled retention', () => {
  const wrong = { ...form, prompts_retention_days: '0' };
  expect(changesOf(wrong, saved)).toBeNull();
  expect(daysIssue(wrong, 'prompts')).toBe('Enter a whole number of days from 1 to 3650.');
});

it('keeps the saved days when an invalid value is not used', () => {
  const off = { ...form, prompts_retention_enabled: false, prompts_retention_days: '' };
  expect(daysIssue(off, 'prompts')).toBeUndefined();
  expect(changesOf(off, saved)).toEqual({ prompts_retention_enabled: false });
});

it('describes what would be deleted', () => {
  expect(removalText({ audit: 0, prompts: 0, messages_inbound: 0, messages_outbound: 0 })).toBeNull();
  expect(removalText({ audit: 0, prompts: 1, messages_inbound: 0, messages_outbound: 0 })).toBe('1 prompt');
  expect(removalText({ audit: 0, prompts: 1204, messages_inbound: 88, messages_outbound: 0 })).toBe(
    '1,204 prompts and 88 inbound messages',
  );
  expect(removalText({ audit: 0, prompts: 2, messages_inbound: 3, messages_outbound: 1 })).toMatch(
    /^2 prompts, 3 inbound messages,? and 1 outbound message$/,
  );
});
