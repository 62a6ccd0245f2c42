import { describe, expect, it } from 'vitest';
import { setUpConsole } from '../harness/operators.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const withId = {
  session_id: 'abc123',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_1',
  tool_input: { command: 'ls' },
};
const { tool_use_id: _id, ...withoutId } = withId;
const withoutArguments = { ...withId, tool_name: 'ListFiles', tool_input: {} };
const allowed = { hookSpecificOutput: { permissionDecision: 'allow' } };

async function setUp() {
  const asking = await startAsking({ env: { DEFAULT_PROMPT_CHANNEL_ID: 'approvals' } });
  const { gateway, telegram, ada, get } = asking;
  const hook = async (body: object, waitSec = 1) =>
    (await gateway.request('POST', `/v1/hooks/claude-code?wait_sec=${waitSec}`, { body })).json;
  /** Lets a hook end without a decision, and then presses a button of its question. */
  const askedBefore = async (body: object, button: string) => {
    const host = new AbortController();
    const first = fetch(`${gateway.url}/v1/hooks/claude-code?wait_sec=60`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: host.signal,
    });
    await until(async () => (await get(1)).state === 'pending');
    host.abort();
    await expect(first).rejects.toThrow();
    await telegram.press({ chat: ada, button });
    await until(async () => (await get(1)).state === 'answered');
  };
  const approved = (body: object) => askedBefore(body, 'Approve');
  const asked = async () => (await asking.list('?state=all')).json.length as number;
  const consume = (body: object) => gateway.request('POST', '/v1/prompts/1/consume', { body });
  return { ...asking, hook, approved, askedBefore, asked, consume };
}

describe('an approval that a hook gets', () => {
  it.each([
    ['with an id', withId],
    ['without an id', withoutId],
    ['without arguments', withoutArguments],
  ])('for an event %s is used by that', async (_case, event) => {
    const { hook, approved, consume, get } = await setUp();
    await approved(event);
    expect(await get(1)).toMatchObject({ consumed_at: null });
    expect(await hook(event)).toMatchObject(allowed);
    expect(await get(1)).toMatchObject({ consumed_at: expect.any(String) });
    const action = { name: `claude-code.${event.tool_name}`, args: event.tool_input };
    expect((await consume({ action })).json).toMatchObject({ code: 'already_consumed' });
  });

  it('is given again to the same event with an id, and not to an equal event without one', async () => {
    for (const [event, again, asked] of [
      [withId, allowed, 1],
      [withoutId, {}, 2],
    ] as const) {
      const setUpAgain = await setUp();
      await setUpAgain.approved(event);
      expect(await setUpAgain.hook(event)).toMatchObject(allowed);
      expect(await setUpAgain.hook(event)).toMatchObject(again);
      expect(await setUpAgain.asked()).toBe(asked);
    }
  });

  it('is not given when somebody else used it, or it was taken back: the hook asks again', async () => {
    const used = await setUp();
    await used.approved(withId);
    await used.consume({ action: { name: 'claude-code.Bash', args: { command: 'ls' } } });
    expect(await used.hook(withId)).toEqual({});
    expect(await used.asked()).toBe(2);

    const withdrawn = await setUp();
    const console = await setUpConsole(withdrawn.gateway);
    await withdrawn.approved(withId);
    expect((await console.request('POST', '/v1/prompts/1/withdraw')).status).toBe(200);
    expect(await withdrawn.hook(withId)).toEqual({});
    expect(await withdrawn.asked()).toBe(2);
  });
});

it('a rejection that a hook gets is taken as before, and uses no approval', async () => {
  const { hook, askedBefore, gateway, get } = await setUp();
  await askedBefore(withoutId, 'Reject');
  expect(await hook(withoutId)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  expect((await gateway.request('POST', '/v1/prompts/1/take-answer')).status).toBe(409);
  expect(await get(1)).toMatchObject({ consumed_at: null });
});
