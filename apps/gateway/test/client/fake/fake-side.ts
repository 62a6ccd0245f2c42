import { verifySignature } from '@gateway/client';
import { fakeGateway } from '@gateway/client/testing';
import { checkAgainstContract } from '../../harness/conformance.js';
import { namesOfFake } from './comparable.js';
import type { Side } from './make-steps.js';

export function fakeSide(): Side {
  const { channel, talk, person, writer } = namesOfFake;
  const fake = fakeGateway({ channels: { [channel]: 'PROMPT', [talk]: 'MESSAGE' } });
  const by = { id: person, username: 'ada' };
  const { url, fetch: request = fetch } = fake.options;
  return {
    names: { ...namesOfFake, start: fake.clock.now() },
    async request(method, path, body, headers) {
      const response = await request(url + path, {
        method,
        headers: { ...headers, ...(body !== null && { 'content-type': 'application/json' }) },
        ...(body !== null && { body: JSON.stringify(body) }),
      });
      const replied = { status: response.status, headers: response.headers, json: await response.json() };
      checkAgainstContract({ method, path, ...replied });
      return replied;
    },
    async answer(num, given) {
      await fake.answer(num, { ...given, by });
    },
    advance: (ms) => fake.advance(ms),
    async takeBack(num) {
      fake.withdraw(num);
    },
    async callback(num) {
      const callback = await fake.callback(num);
      return { ...callback, isGenuine: await verifySignature({ ...callback, secret: fake.secret }) };
    },
    async write(text) {
      fake.write(talk, text, { id: writer, username: 'bob', name: 'Bob' });
    },
    async messageCallback(text) {
      const message = fake.messages.find((each) => each.text === text);
      const callback = await fake.callback(message ?? '');
      return { ...callback, isGenuine: await verifySignature({ ...callback, secret: fake.secret }) };
    },
    client: fake.gateway,
    async isHeld() {
      await fake.advance(0);
    },
  };
}
