import { describe, expect, it } from 'vitest';
import { helpers } from './helpers.js';
import { startReviewing } from './reviewing.js';

describe.each(Object.entries(helpers))('the helper for %s', (_name, ask) => {
  it('does not use the approval of one input for another input with the same tool call id', async () => {
    const { client, decide, list } = await startReviewing();
    expect(await ask(client, 'ls')).toMatchObject({ mayRun: false });
    await decide('Approve');
    expect(await ask(client, 'ls')).toMatchObject({ mayRun: true });
    expect(await ask(client, 'rm -rf /')).toMatchObject({ mayRun: false });
    expect((await list('?state=all')).json).toHaveLength(2);
  });
});
