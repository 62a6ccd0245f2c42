import { describe, expect, it } from 'vitest';
import { jsonFlawIn } from '@gateway/contract';

describe('a number in JSON', () => {
  it.each([
    '0',
    '-0',
    '0.0',
    '0e99999',
    '1',
    '-1.50',
    '1.0',
    '100e-2',
    '1e30',
    '1E+30',
    '0.1',
    '0.10',
    '5e-324',
    '1.7976931348623157e308',
    '9007199254740992',
    '123456789012345680000',
    '1234567890123456800',
    '0.000001',
    '1e21',
    '100000000000000000000000',
  ])('is accepted when a JavaScript number keeps it: %s', (token) => {
    expect(jsonFlawIn(`{"a":${token}}`)).toBeNull();
  });

  it.each([
    '12345678901234567890',
    '1234567890123456789',
    '9007199254740993',
    '-9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '0.30000000000000000001',
    '0.1000000000000000055511151231257827',
    '1e99999999999999999999',
    '4.9e-324',
    '123456789012345678e-2',
  ])('is reported when a JavaScript number would change it: %s', (token) => {
    expect(jsonFlawIn(token)).toEqual({ kind: 'number', path: [] });
    expect(jsonFlawIn(`{"a":[1,{"b \\" c":${token}}]}`)).toEqual({
      kind: 'number',
      path: ['a', 1, 'b " c'],
    });
  });

  it('is found below a path only, and not in a text or a name', () => {
    const text = String.raw`{"x":1e400,"t\\":"1e400\\\"1e400","1e400":true,"args":{"list":[[],{},"\"",{"n":1e400}]}}`;
    expect(jsonFlawIn(text)?.path).toEqual(['x']);
    expect(jsonFlawIn(text, ['args'])?.path).toEqual(['args', 'list', 3, 'n']);
    expect(jsonFlawIn(text, ['args', 'other'])).toBeNull();
  });

  it('is checked in linear time', () => {
    const parts = ['"\\\\\\"",', '1234567890.5,', '1'.repeat(99), '1e400,', '{"a":'];
    const texts = [
      ...parts.map((part) => `[${part.repeat(Math.ceil(1_000_000 / part.length))}0]`),
      `${'['.repeat(300_000)}${'1e400,'.repeat(100_000)}0`,
      `{"${'a'.repeat(500_000)}":[${'1e400,'.repeat(80_000)}0]}`,
    ];
    // With a quadratic search, the test would not end in its time.
    for (const text of texts) expect(jsonFlawIn(text, ['none'])).toBeNull();
  });
});

describe('a name in JSON', () => {
  it.each([
    [String.raw`{"a":1,"\u0061":2}`, [], ['a']],
    [String.raw`{"a":[{"b":1},{"b":1,"c":2,"b":1}]}`, [], ['a', 1, 'b']],
    [String.raw`{"args":{"__proto__":1,"__proto__":2}}`, ['args'], ['args', '__proto__']],
    [String.raw`{"args":{"":1,"":2}}`, ['args'], ['args', '']],
    [String.raw`{"args":{"x":1},"args":{"x":2}}`, ['args'], ['args']],
    [String.raw`{"action":{"args":{}},"action":{}}`, ['action', 'args'], ['action']],
    [String.raw`{"list":[{"args":{}},{"args":{"x":1,"x":1}}]}`, ['list', 1, 'args'], ['list', 1, 'args', 'x']],
  ])('is reported when an object has it twice: %s', (text, within, path) => {
    expect(jsonFlawIn(text, within)).toEqual({ kind: 'repeated_name', path });
  });

  it.each([
    [String.raw`{"a":{"a":1},"b":{"a":"a"},"A":1}`, []],
    [String.raw`{"x":1,"x":2,"args":{"x":1}}`, ['args']],
    [String.raw`{"other":{"args":1,"args":2},"args":{}}`, ['args']],
    [String.raw`{"list":[{"args":{"x":1,"x":1}},{"args":{}}]}`, ['list', 1, 'args']],
  ])('is accepted when no object on the path or below it has it twice: %s', (text, within) => {
    expect(jsonFlawIn(text, within)).toBeNull();
  });
});
