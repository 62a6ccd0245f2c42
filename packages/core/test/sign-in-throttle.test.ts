import { expect, it } from 'vitest';
import type { SignInFailureStore } from '../src/ports/people/operator-store.js';
import { createThrottle } from '../src/operators/sign-in-throttle.js';
import { manualClock } from './manual-clock.js';

/** The subjects, besides the account, for which an attempt from an address is counted. */
async function countedFor(address: string): Promise<string[]> {
  const counted: string[] = [];
  const signInFailures: SignInFailureStore = {
    async begin(_organization, [, ...others]) {
      counted.push(...others.map(({ subject }) => subject));
      return null;
    },
    async succeeded() {},
  };
  await createThrottle({ signInFailures }, manualClock())('email:ada@example.com', address);
  return counted;
}

it.each([
  ['2001:db8:1:2::5', '2001:db8:1:2:aaaa:bbbb:cccc:dddd', true],
  ['2001:db8:1:2::5', '2001:db8:1:3::5', false],
  ['2001:db8::5', '2001:db8::9:5', true],
  ['2001:db8::5', '2001:db8:0:1::5', false],
  ['fe80::1%eth0', 'fe80::2%eth1', true],
  ['::1', '2001:db8::1', false],
  ['192.0.2.1', '192.0.2.2', false],
])('the sign-in throttle counts attempts from %s and %s together: %s', async (one, other, together) => {
  expect((await countedFor(one))[0] === (await countedFor(other))[0]).toBe(together);
});
