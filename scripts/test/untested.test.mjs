import { expect, test } from 'vitest';
import { untested, untestedRows } from '../lib/untested.mjs';

const all = { unit: true, browser: true, slow: false };
const bare = { postgres: undefined, browser: undefined, python: false, env: {} };
const complete = { postgres: 'postgresql://127.0.0.1/postgres', browser: '/usr/bin/chromium', python: true, env: {} };

test('a machine without PostgreSQL, Chromium and Python is told what is not tested', () => {
  expect(untested(bare, all).required).toEqual([
    expect.stringMatching(/^NOT TESTED ON POSTGRESQL: .*TEST_POSTGRES_URL/),
    expect.stringMatching(/^NOT TESTED IN A BROWSER: .*CHROMIUM_PATH/),
    expect.stringMatching(/^NOT TESTED: THE PYTHON CLIENT\. .*python3/),
  ]);
  expect(untested(complete, all).required).toEqual([]);
});

test('what is not to run is not reported as missing', () => {
  expect(untested(bare, { ...all, unit: false }).required).toEqual([expect.stringContaining('BROWSER')]);
  expect(untested(bare, { unit: false, browser: false, slow: true })).toEqual({ required: [], optional: [] });
});

test('the slow tier says which further programs are missing', () => {
  const env = { BUN_PATH: '/nowhere/bun', CLAUDE_CODE_PATH: '/nowhere/claude' };
  const slow = untested({ ...complete, env }, { ...all, slow: true });
  expect(slow.optional).toEqual(
    expect.arrayContaining([expect.stringContaining('BUN_PATH'), expect.stringContaining('HOOKS IN claude -p')]),
  );
  expect(slow.required).toEqual([]);
});

test('a run says why the proofs with the packages of others were not tested', () => {
  const proofs = 'Installing the packages failed: the package registry could not be reached.';
  const { required } = untested({ ...complete, proofs }, { ...all, slow: true });
  expect(required).toEqual([expect.stringMatching(/^NOT TESTED: THE PROOFS .*registry could not be reached/)]);
  expect(untestedRows(required, true)).toMatchObject([{ ok: false }]);
});

test('what is missing fails the run in CI only', () => {
  const { required } = untested(bare, all);
  expect(untestedRows(required, false)).toEqual([]);
  expect(untestedRows(required, true)).toMatchObject([
    { title: 'NOT TESTED ON POSTGRESQL', ok: false },
    { title: 'NOT TESTED IN A BROWSER', ok: false },
    { title: 'NOT TESTED', ok: false },
  ]);
});
