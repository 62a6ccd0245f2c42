import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startOnce } from '../harness/shared.js';
import { connect } from '../mcp/clients.js';
import { startFixture } from './fixture.js';

onEveryEngine((engine) => {
  const shared = startOnce(() => startFixture(engine));

  it('a tool that a limited key calls changes nothing in another channel and tells nothing of it', async () => {
    const { gateway, limited, other, markers, shared: own, snapshot } = shared();
    const client = await connect('v2, revision 2026-07-28', 'HTTP', { url: gateway.url, key: limited.admin.key });
    const question = { question: 'Mine?', options: ['Yes'], wait_sec: 1 };
    const calls: Readonly<Record<string, readonly [isError: boolean, given: object][]>> = {
      ask_human: [
        [true, { ...question, channel_id: other.ask }],
        [true, question],
      ],
      await_answer: [
        [true, { prompt_id: `#${other.pending}`, wait_sec: 1 }],
        [true, { prompt_id: `#${other.answered}`, wait_sec: 1 }],
        [false, { prompt_id: `#${own}`, wait_sec: 1 }],
      ],
      cancel_prompt: [
        [true, { prompt_id: `#${other.pending}` }],
        [true, { prompt_id: `#${other.answered}` }],
      ],
      consume_approval: [
        [true, { prompt_id: `#${other.pending}`, action: { name: 'deploy' } }],
        [true, { prompt_id: `#${other.answered}`, action: { name: 'deploy' } }],
      ],
      send_message: [[true, { channel_id: other.talk, text: 'Hello' }]],
      read_messages: [[false, { channel_id: other.talk }]],
      list_channels: [[false, {}]],
    };
    expect((await client.tools()).toSorted()).toEqual(Object.keys(calls).toSorted());
    const before = await snapshot();
    for (const [tool, attempts] of Object.entries(calls))
      for (const [isError, given] of attempts) {
        const reply = await client.call(tool, given);
        const text = JSON.stringify(reply);
        const what = `${tool} ${JSON.stringify(given)}`;
        expect(reply.isError ?? false, `${what}: ${text}`).toBe(isError);
        expect(
          markers.filter((marker) => text.includes(marker) && !what.includes(marker)),
          what,
        ).toEqual([]);
      }
    expect(await snapshot()).toBe(before);
  });
});
