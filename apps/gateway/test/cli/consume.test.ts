import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { until } from '../harness/until.js';
import { run, start } from './command.js';

const command = ['decide', 'deploy', '--args', '{"version":1}', '--idempotency-key', 'release', '--consume'];

async function startDeciding(...more: string[]) {
  const asking = await startAsking();
  const { gateway, telegram, ada, get } = asking;
  const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
  const args = [...command, ...more];
  const asked = start(args, { env });
  const press = async (button: string) => {
    await until(async () => (await get(1)).state === 'pending');
    await telegram.press({ chat: ada, button });
  };
  return { ...asking, asked, press, again: (...others: string[]) => run([...args, ...others], { env }) };
}

describe('gateway decide --consume', () => {
  it('uses the approval, prints the arguments to use, and fails with the reason when it is run again', async () => {
    const { asked, press, again, get } = await startDeciding('--consume-within', '600');
    await press('Approve');
    expect(await asked.finished).toMatchObject({ code: 0, stdout: 'approve\n{"version":1}\n' });
    expect(await get(1)).toMatchObject({ consume_within_sec: 600, consumed_at: expect.any(String) });
    const second = await again();
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain('#1 was used at');
    const asJson = await again('--json');
    expect(asJson).toMatchObject({ code: 1, stdout: '' });
    const error: unknown = JSON.parse(asJson.stderr.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({ error: { status: 409, code: 'already_consumed' } });
  });

  it('uses an edit only where it is expected, and prints its arguments', async () => {
    for (const [more, code, consumed] of [
      [[], 1, null],
      [['--expect', 'approve', '--expect', 'edit'], 0, expect.any(String)],
    ] as const) {
      const { asked, press, telegram, ada, get } = await startDeciding(
        '--decision',
        'approve',
        '--decision',
        'edit',
        ...more,
      );
      await press('Edit');
      telegram.writeText({ chat: ada, text: 'ID:#1 version: 2' });
      await until(() => JSON.stringify(telegram.messages({ chat: ada })).includes('Use these'));
      await telegram.press({ chat: ada, button: 'Use these' });
      expect(await asked.finished).toMatchObject({ code, stdout: 'edit\n{"version":2}\n' });
      expect(await get(1)).toMatchObject({ consumed_at: consumed });
    }
  });

  it('uses nothing after a rejection', async () => {
    const { asked, press, get } = await startDeciding('--ask-reason', 'never', '--json');
    await press('Reject');
    const { code, json } = await asked.finished;
    expect(code).toBe(1);
    expect(json).toMatchObject({ answer: { value: 'reject' } });
    expect(json).not.toHaveProperty('consumed_at');
    expect(await get(1)).toMatchObject({ consumed_at: null });
  });

  it('asks nothing where a question about the same action is pending, with --collapse', async () => {
    const { gateway, asked, press, telegram, ada } = await startDeciding('--collapse');
    await until(() => telegram.messages({ chat: ada }).length > 0);
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
    const second = start(['decide', 'deploy', '--args', '{"version":1}', '--collapse'], { env });
    await second.prints('#1');
    await press('Approve');
    expect(await asked.finished).toMatchObject({ code: 0, stdout: 'approve\n{"version":1}\n' });
    expect(await second.finished).toMatchObject({ code: 0, stdout: 'approve\n' });
    expect((await gateway.request('GET', '/v1/prompts?state=all')).json).toHaveLength(1);
  });
});
