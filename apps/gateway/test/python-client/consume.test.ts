import { expect, it } from 'vitest';
import { startClientOnce } from '../client/asking.js';
import { hasPython, runClient } from './python.js';

const ownChat = startClientOnce();

it.skipIf(!hasPython)(
  'consume of the Python client uses an approval once, by its digest or by the action',
  async () => {
    const { gateway, press, get, channel } = await ownChat();
    const program = runClient(
      gateway.url,
      `
action = {"name": "deploy", "args": {"service": "api"}}
outcome = gateway.decide(action, consume_within_sec=600)
show(outcome.answer)
def consume(**used):
    try:
        return gateway.consume(outcome.prompt_id, **used)
    except GatewayError as error:
        return {"status": error.status, "code": error.code}
show(consume(action={"name": "deploy", "args": {"service": "web"}}))
show(consume(action=action, idempotency_key="run-7"))
show(consume(action=action, idempotency_key="run-7"))
show(consume(action_digest=outcome.answer.action_digest))`,
      '',
      channel,
    );
    await press('Approve');
    const digest = expect.stringMatching(/^sha256:/);
    expect(await program.results()).toMatchObject([
      { value: 'approve', action_digest: digest },
      { status: 409, code: 'action_changed' },
      { action_digest: digest, args: { service: 'api' }, replayed: false },
      { action_digest: digest, args: { service: 'api' }, replayed: true },
      { status: 409, code: 'already_consumed' },
    ]);
    expect(await get(1)).toMatchObject({ consume_within_sec: 600, consumed_at: expect.any(String) });
  },
);
