import type { DeliveryRecord } from '@gateway/contract';
import { expect, it } from 'vitest';
import { deliveryBadges } from '../src/lib/records/delivery-badges.js';
import {
  eventName,
  indented,
  lastResult,
  receiverOf,
  referenceOf,
  requestHeaders,
} from '../src/features/deliveries/format.js';

it('formats event types, including unknown ones', () => {
  expect(eventName('prompt.answered')).toBe('Prompt answered');
  expect(eventName('message.created')).toBe('Message created');
  expect(eventName('robot.arm_moved')).toBe('robot.arm_moved');
});

it('splits a URL into host and path', () => {
  expect(receiverOf('https://agent.example.com/')).toEqual({ host: 'agent.example.com', path: '' });
  expect(receiverOf('https://agent.example.com:8443/hooks?x=1')).toEqual({
    host: 'agent.example.com:8443',
    path: '/hooks?x=1',
  });
  expect(receiverOf('nonsense')).toEqual({ host: 'nonsense', path: '' });
});

it('interprets a number as a prompt id and other texts as an event id', () => {
  expect(referenceOf(' #12 ')).toEqual({ prompt: '#12' });
  expect(referenceOf('12')).toEqual({ prompt: '12' });
  expect(referenceOf('0af1c6de-0000-4000-8000-000000000000')).toEqual({
    event: '0af1c6de-0000-4000-8000-000000000000',
  });
  expect(referenceOf('  ')).toEqual({});
});

it('indents JSON and returns null for other bodies', () => {
  expect(indented('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(indented('a=1')).toBeNull();
});

it('describes the result of the last attempt', () => {
  const delivery = { state: 'pending', last_status: null, last_error: null } as DeliveryRecord;
  expect(lastResult(delivery)).toBeNull();
  expect(lastResult({ ...delivery, last_error: 'No answer within 15000 ms.' })).toBe('No answer within 15000 ms.');
  expect(lastResult({ ...delivery, state: 'delivered', last_status: 204 })).toBe('Status 204');
  expect(lastResult({ ...delivery, state: 'dead', last_status: 500, last_error: 'The receiver answered 500.' })).toBe(
    'The receiver answered 500.',
  );
});

it('lists x-signature for prompt events only', () => {
  const names = (event_type: string) => requestHeaders({ event_id: 'e', event_type }).map(({ name }) => name);
  expect(names('prompt.expired')).toContain('x-signature');
  expect(names('message.created')).not.toContain('x-signature');
  expect(names('message.created')).toContain('webhook-signature');
});

it('labels a dead delivery "Failed"', () => {
  expect(deliveryBadges.dead.label).toBe('Failed');
});
