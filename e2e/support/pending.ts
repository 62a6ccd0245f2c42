import { cancelPrompt, listPrompts } from '@gateway/contract';
import type { Fixture } from './fixture.js';
import { test } from './test.js';

export const pendingIds = async ({ agent }: Fixture): Promise<string[]> =>
  (await agent(listPrompts, { query: { limit: '200' } })).map(({ id }) => id);

/** After each test of the file: cancels the prompts that it has left pending, for the tests of other files. */
export function cancelNewPrompts(): void {
  let before: ReadonlySet<string>;
  test.beforeEach(async ({ fixture }) => {
    before = new Set(await pendingIds(fixture));
  });
  test.afterEach(async ({ fixture }) => {
    for (const id of await pendingIds(fixture))
      if (!before.has(id)) await fixture.agent(cancelPrompt, { params: { id } }).catch(() => undefined);
  });
}
