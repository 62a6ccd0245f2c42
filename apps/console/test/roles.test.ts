import { describe, expect, it } from 'vitest';
import { roleTable } from '../src/features/operators/roles.js';

const of = (area: string) => roleTable().find((row) => row.area === area)?.may;

describe('What each role may do', () => {
  it('gives the owner everything', () => {
    expect(roleTable().filter(({ may }) => may.owner === null)).toEqual([]);
  });

  it('lets operators do the day’s work and see the rest', () => {
    expect(of('Prompts')?.operator).toBe('Ask, answer, withdraw');
    expect(of('API keys')).toEqual({ owner: 'Create, roll, revoke', operator: 'See', viewer: 'See' });
    expect(of('Retention')?.operator).toBe('See');
  });

  it('lets viewers see, and nothing else', () => {
    expect(new Set(roleTable().map(({ may }) => may.viewer))).toEqual(new Set(['See', null]));
  });

  it('shows the signing secret to owners alone', () => {
    expect(of('Signing secret')).toEqual({ owner: 'Show', operator: null, viewer: null });
  });
});
