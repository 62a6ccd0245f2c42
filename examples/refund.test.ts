// Unit tests of refund.ts with a fake gateway: no server, no network, no waiting.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeGateway } from '@gateway/client/testing';
import { refund } from './refund.ts';

await test('pays once what a person approved', async () => {
  const fake = fakeGateway({ answers: { refund: 'approve' } });
  const paid: number[] = [];
  const pay = (_order: string, euros: number) => void paid.push(euros);
  assert.equal(await refund(fake.gateway, 'order-7', 20, pay), 'Paid.');
  assert.equal(await refund(fake.gateway, 'order-7', 20, pay), 'Not paid: already_consumed');
  assert.deepEqual(paid, [20]);
  assert.equal(fake.prompts[0]?.notes?.[0]?.text, '20 euros are paid back.');
});

await test('pays the sum that a person gives', async () => {
  const fake = fakeGateway({ answers: { refund: { decision: 'edit', args: { order: 'order-7', euros: 5 } } } });
  const paid: number[] = [];
  await refund(fake.gateway, 'order-7', 20, (_order, euros) => void paid.push(euros));
  assert.deepEqual(paid, [5]);
});

await test('pays nothing after a rejection', async () => {
  const fake = fakeGateway({ answers: { refund: { decision: 'reject', reason: 'Too much.' } } });
  assert.equal(await refund(fake.gateway, 'order-7', 20, assert.fail), 'Rejected: Too much.');
});

await test('pays nothing when no one decides', async () => {
  const fake = fakeGateway();
  const refunding = refund(fake.gateway, 'order-7', 20, assert.fail);
  await fake.asked('refund');
  await fake.advance(3600 * 1000);
  assert.equal(await refunding, 'No one decided.');
});
