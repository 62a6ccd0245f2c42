import { expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { startAttacked } from './attacked.js';
import { deployWith } from './fixture.js';

const started = startOnce(async () => {
  const attacked = await startAttacked();
  await attacked.owner('PATCH', '/v1/rules/deployments', { actions: ['*'] });
  return attacked;
});

/** What becomes of an action under a standing approval. */
async function fate(action: object, body: object = {}): Promise<string> {
  const reply = await started().post({ action, ...body });
  return reply.status === 200 ? String(reply.json.state) : String(reply.status);
}

it('a standing approval covers no other name, in no case and with no letters that look the same', async () => {
  const { give, own } = started();
  const args = own();
  await give('Approve for 1 h', args);
  const usual = deployWith(args);
  expect(await fate(usual)).toBe('answered');
  for (const name of [
    'Deploy',
    'DEPLOY',
    'deploy ',
    ' deploy',
    'deploy\u200B',
    'dерloy',
    'ｄｅｐｌｏｙ',
    'deploy.',
    'deplo',
    'deploy/x',
  ])
    expect(await fate({ ...usual, name }), JSON.stringify(name)).not.toBe('answered');
});

it('a standing approval covers no other value, type or names of arguments', async () => {
  const { give, own } = started();
  const { service } = own();
  await give('Approve for 1 h', { service });
  const usual = deployWith({ service });
  const { version: _version, ...withoutVersion } = usual.args;
  const { env: _env, ...withoutEnv } = usual.args;
  const others: object[] = [
    { ...usual.args, env: 'Staging' },
    { ...usual.args, env: 'staging ' },
    { ...usual.args, env: 'stаging' },
    { ...usual.args, env: ['staging'] },
    { ...usual.args, env: { staging: true } },
    { ...usual.args, env: null },
    { ...usual.args, extra: 1 },
    { ...usual.args, extra: null },
    { ...usual.args, 'extra.env': 'staging' },
    { ...usual.args, Env: 'staging' },
    { ...usual.args, '': 1 },
    { ...withoutVersion, Version: '1' },
    { ...withoutEnv, 'env ': 'staging' },
    withoutVersion,
    withoutEnv,
    {},
  ];
  for (const args of others) expect(await fate({ ...usual, args }), JSON.stringify(args)).toBe('pending');
  expect(await fate({ name: 'deploy' })).toBe('pending');
  for (const version of [null, 1, ['x'], { a: 1 }, '2.0.0'])
    expect(await fate(deployWith({ service, version })), JSON.stringify(version)).toBe('answered');
});

it('1, "1", true and [1] are different values for a standing approval, and 1 and 1.0 are one', async () => {
  const { addRule, agent, gateway, answer } = started();
  await addRule({
    rule_id: 'resize',
    position: 5,
    actions: ['resize'],
    then: { grants: { max_sec: 3600, same: ['count'] } },
  });
  const ask = (count: string) =>
    gateway.request('POST', '/v1/prompts/new', {
      headers: { 'x-api-key': agent.key, 'content-type': 'application/json' },
      body: `{"text":"Go?","channel_id":"approvals","decisions":["approve"],"action":{"name":"resize","args":{"count":${count}}}}`,
    });
  const asked = await ask('1');
  expect((await answer(asked.json.prompt_num, { grant_sec: 60 })).status).toBe(200);
  for (const count of ['"1"', 'true', '[1]', '{"1":1}', '-1', '1.5', 'null', '"1.0"', '10'])
    expect((await ask(count)).json.state, count).toBe('pending');
  for (const count of ['1', '1.0', '1e0']) expect((await ask(count)).json.state, count).toBe('answered');
});

it('a standing approval covers no other names beside a nested argument, at no depth', async () => {
  const { addRule, answer, post } = started();
  await addRule({
    rule_id: 'pay',
    position: 6,
    actions: ['pay'],
    then: { grants: { max_sec: 3600, same: ['to.bank.iban'] } },
  });
  const pay = (args: object) => post({ action: { name: 'pay', args } });
  const bank = { iban: 'DE02', bic: 'X' };
  const asked = await pay({ to: { bank, name: 'ACME' }, amount: 1 });
  expect((await answer(asked.json.prompt_num, { grant_sec: 3600 })).status).toBe(200);
  expect((await pay({ amount: 2, to: { name: 'other', bank: { bic: 'Y', iban: 'DE02' } } })).json.state).toBe(
    'answered',
  );
  for (const args of [
    { to: { bank: { ...bank, iban: 'DE03' }, name: 'ACME' }, amount: 1 },
    { to: { bank: { ...bank, extra: 1 }, name: 'ACME' }, amount: 1 },
    { to: { bank: { iban: 'DE02' }, name: 'ACME' }, amount: 1 },
    { to: { bank, name: 'ACME', iban: 'DE02' }, amount: 1 },
    { to: { bank, name: 'ACME' }, amount: 1, bank },
    { to: { bank }, amount: 1 },
    { to: [{ bank, name: 'ACME' }], amount: 1 },
    { to: { bank: [bank], name: 'ACME' }, amount: 1 },
    { 'to.bank': bank, to: { name: 'ACME' }, amount: 1 },
    { to: { 'bank.iban': 'DE02', name: 'ACME' }, amount: 1 },
    { 'to.bank.iban': 'DE02', amount: 1 },
    { to: null, amount: 1 },
  ])
    expect((await pay(args)).json.state, JSON.stringify(args)).toBe('pending');
});

it('a question whose action has a dotted name, misses an argument or has an unusual name offers no standing approval', async () => {
  const { own, post, answer, atAda } = started();
  const { service } = own();
  const usual = deployWith({ service });
  for (const action of [
    { ...usual, args: { ...usual.args, 'a.b': 1 } },
    { ...usual, args: { ...usual.args, '.': 1 } },
    { ...usual, args: { service, version: '1' } },
    { ...usual, args: {} },
    { name: 'deploy' },
    { ...usual, name: 'dерloy' },
    { ...usual, name: 'deploy it' },
    { ...usual, args: { ...usual.args, service: 'x'.repeat(601) } },
    { ...usual, args: { ...usual.args, ['y'.repeat(601)]: 1 } },
  ]) {
    const asked = await post({ action });
    expect(asked.status, asked.text).toBe(200);
    expect(atAda().at(-1), JSON.stringify(action)).not.toContain('also lets these run');
    const given = await answer(asked.json.prompt_num, { grant_sec: 60 });
    expect(given, JSON.stringify(action)).toMatchObject({ status: 400 });
  }
});
