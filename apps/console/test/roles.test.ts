import { describe, expect, it } from 'vitest';
import { roleTable } from '../src/features/operators/roles.js';

const of = (area: string) => roleTable().find((row) => row.area === area)?.may;

describe('roleTable', () => {
  it('gives the owner access to every area', () => {
    expect(roleTable().filter(({ may }) => may.owner === null)).toEqual([]);
  });

  it('gives operators write access to prompts and read access to keys and retention', () => {
    expect(of('Prompts')?.operator).toBe('Ask, answer, cancel');
    expect(of('API keys')).toEqual({ owner: 'Create, rotate, revoke', operator: 'View', viewer: 'View' });
    expect(of('Retention')?.operator).toBe('View');
  });

  it('gives viewers read access only', () => {
    expect(new Set(roleTable().map(({ may }) => may.viewer))).toEqual(new Set(['View', null]));
  });

  it('shows the signing secret to owners only', () => {
    expect(of('Signing secret')).toEqual({ owner: 'Show', operator: null, viewer: null });
  });
});
