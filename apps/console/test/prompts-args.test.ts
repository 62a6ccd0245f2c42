import { describe, expect, it } from 'vitest';
import { changesOfFields, changesOfJson, fieldText } from '../src/features/prompts/decide/args.js';

const asked = { service: 'api', replicas: 3, dry: false, tags: ['a'], labels: { tier: 'web' }, note: null };

describe('the changes of arguments', () => {
  it('have the arguments that differ, in the type that they had', () => {
    const texts = { service: '5', replicas: '4', dry: 'true', tags: '["b"]', labels: fieldText(asked.labels) };
    expect(changesOfFields(asked, texts)).toEqual({
      args: { service: '5', replicas: 4, dry: true, tags: ['b'] },
      problems: {},
    });
  });

  it('name a value of another type at its argument', () => {
    const texts = { replicas: 'many', dry: '1', tags: '{}', labels: '[]' };
    expect(changesOfFields(asked, texts).problems).toEqual({
      replicas: 'Enter a number.',
      dry: 'Enter true or false.',
      tags: 'Enter a JSON list.',
      labels: 'Enter a JSON object.',
    });
  });

  it('have no number that reading would change', () => {
    const problem = 'This number would not be kept exactly. Enter at most 15 digits.';
    expect(changesOfFields(asked, { replicas: '1e400', tags: '[9007199254740993]' }).problems).toEqual({
      replicas: problem,
      tags: problem,
    });
    expect(changesOfFields(asked, { service: '9007199254740993' }).problems).toEqual({});
    expect(changesOfJson(asked, '{"labels": {"tier": 0.30000000000000000001}}')).toBe(`“labels”: ${problem}`);
  });

  it('are read from a JSON object, and unknown arguments and other types are named', () => {
    expect(changesOfJson(asked, '{"replicas": 4, "service": "api", "note": 1}')).toEqual({ replicas: 4, note: 1 });
    expect(changesOfJson(asked, '{"region": "eu"}')).toBe('There is no argument “region”.');
    expect(changesOfJson(asked, '{"replicas": "4"}')).toBe('“replicas”: Enter a number.');
    expect(changesOfJson(asked, '[1]')).toBe('Enter a JSON object, such as {"key": "value"}.');
  });
});
