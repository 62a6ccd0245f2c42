import { readFileSync } from 'node:fs';
import { adapterFlaws } from '@gateway/platform-kit';
import { describe, expect, it } from 'vitest';
import { eventOf } from '../src/inbound.js';
import platform from '../src/index.js';
import { refusal } from '../src/refusal.js';

it('has a manifest and a package.json without flaws', async () => {
  const packageJson: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(await adapterFlaws(platform, packageJson)).toEqual([]);
});

describe('eventOf', () => {
  const received = {
    id: 'event-1',
    kind: 'text',
    room: 'room-1',
    person: { id: 'person-1', name: 'Ada', bot: false },
    message: { id: 'message-2', text: 'Yes, do it', replyTo: 'message-1' },
  };

  it('turns a text into an event with its ids, its sender and the message it replies to', () => {
    expect(eventOf(received)).toMatchObject({
      id: 'event-1',
      kind: 'text',
      targets: ['room-1'],
      sender: { id: 'person-1', name: 'Ada' },
      messageId: 'message-2',
      text: 'Yes, do it',
      replyTo: 'message-1',
    });
  });

  it('ignores messages of bots and events of unknown kinds', () => {
    expect(eventOf({ ...received, person: { ...received.person, bot: true } })).toBeNull();
    expect(eventOf({ ...received, kind: 'typing' })).toBeNull();
  });
});

describe('refusal', () => {
  it.each([
    [401, 'auth'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [503, 'unavailable'],
  ] as const)('turns the status %i into the code %s', (status, code) => {
    expect(refusal(status, { error: 'The reason' }).code).toBe(code);
  });
});
