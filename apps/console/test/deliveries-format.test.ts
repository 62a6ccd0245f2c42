import type { DeliveryRecord } from '@gateway/contract';
import { expect, it } from 'vitest';
import { deliveryBadges } from '../src/lib/delivery-badges.js';
import {
  eventName,
  indented,
  lastResult,
  receiverOf,
  referenceOf,
  requestHeaders,
} from '../src/features/deliveries/format.js';

it('says event types as words, also of types that it does not know', () => {
  expect(eventName('prompt.answered')).toBe('Prompt answered');
  expect(eventName('message.created')).toBe('Message created');
  expect(eventName('robot.arm_moved')).toBe('Robot arm moved');
});

it('parts the receiver from what follows it', () => {
  expect(receiverOf('https://agent.example.com/')).toEqual({ host: 'agent.example.com', path: '' });
  expect(receiverOf('https://agent.example.com:8443/hooks?x=1')).toEqual({
    host: 'agent.example.com:8443',
    path: '/hooks?x=1',
  });
  expect(receiverOf('nonsense')).toEqual({ host: 'nonsense', path: '' });
});

it('takes a number for a prompt and everything else for an event', () => {
  expect(referenceOf(' #12 ')).toEqual({ prompt: '#12' });
  expect(referenceOf('12')).toEqual({ prompt: '12' });
  expect(referenceOf('0af1c6de-0000-4000-8000-000000000000')).toEqual({
    event: '0af1c6de-0000-4000-8000-000000000000',
  });
  expect(referenceOf('  ')).toEqual({});
});

it('indents JSON for reading and leaves anything else alone', () => {
  expect(indented('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(indented('a=1')).toBeNull();
});

it('tells what the last attempt came to', () => {
  const delivery = { state: 'pending', last_status: null, last_error: null } as DeliveryRecord;
  expect(lastResult(delivery)).toBeNull();
  expect(lastResult({ ...delivery, last_error: 'No answer within 15000 ms.' })).toBe('No answer within 15000 ms.');
  expect(lastResult({ ...delivery, state: 'delivered', last_status: 204 })).toBe('Answered 204');
  expect(lastResult({ ...delivery, state: 'dead', last_status: 500, last_error: 'The receiver answered 500.' })).toBe(
    'The receiver answered 500.',
  );
});

it('names the header x-signature for events of prompts only, as callbacks carry it', () => {
  const names = (event_type: string) => requestHeaders({ event_id: 'e', event_type }).map(({ name }) => name);
  expect(names('prompt.expired')).toContain('x-signature');
  expect(names('message.created')).not.toContain('x-signature');
  expect(names('message.created')).toContain('webhook-signature');
});

it('says "given up" of what the contract calls dead', () => {
  expect(deliveryBadges.dead.label).toBe('Given up');
});
