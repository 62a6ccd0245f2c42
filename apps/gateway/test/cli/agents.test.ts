import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAsking } from '../api/asking.js';
import { freePort } from '../harness/free-port.js';
import { until } from '../harness/until.js';
import { emptyFolder, program, run, start } from './command.js';

// The formats of the hosts are in packages/agent-protocols/test/events.ts.
const tool = { tool_name: 'Bash', tool_input: { command: 'npm publish' } };
const hosts = [
  {
    host: 'codex',
    event: { hook_event_name: 'PermissionRequest', session_id: 'abc', ...tool },
    allow: { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } },
    deny: (message: string) => ({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message } },
    }),
    pass: {},
  },
  {
    host: 'cursor',
    event: { hook_event_name: 'beforeShellExecution', conversation_id: 'abc', command: 'npm publish', cwd: '/app' },
    allow: { permission: 'allow' },
    deny: (message: string) => ({ permission: 'deny', user_message: message, agent_message: message }),
    pass: { permission: 'ask' },
  },
  {
    host: 'copilot',
    event: { timestamp: 1704614600000, cwd: '/app', toolName: 'bash', toolArgs: '{"command":"npm publish"}' },
    allow: { permissionDecision: 'allow' },
    deny: (message: string) => ({ permissionDecision: 'deny', permissionDecisionReason: message }),
    pass: { permissionDecision: 'ask' },
  },
];

/** The event with another command. */
function other(event: object, command: string): string {
  return JSON.stringify(event).replace('npm publish', command);
}

describe.each(hosts)('gateway hook $host', ({ host, event, allow, deny, pass }) => {
  const input = JSON.stringify(event);

  it('allows and denies as a person in the chat decides', async () => {
    for (const [button, result] of [
      ['Approve', allow],
      ['Reject', deny('A person denied this.')],
    ] as const) {
      const { gateway, telegram, ada, get } = await startAsking();
      const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
      const hook = start(['hook', host], { env, input });
      await until(async () => (await get(1)).state === 'pending');
      await telegram.press({ chat: ada, button });
      expect(await hook.finished).toMatchObject({ code: 0, json: result });
    }
  });

  it('does not use an approval for another command with the same ids', async () => {
    const { gateway, telegram, ada, get, list } = await startAsking();
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
    const withId = (command: string) => ({ env, input: other({ ...event, tool_use_id: 'call_1' }, command) });
    const hook = start(['hook', host], withId('ls'));
    await until(async () => (await get(1)).state === 'pending');
    await telegram.press({ chat: ada, button: 'Approve' });
    expect(await hook.finished).toMatchObject({ json: allow });
    expect(await run(['hook', host, '--wait', '1'], withId('rm -rf /'))).toMatchObject({ json: pass });
    expect((await list('?state=all')).json).toHaveLength(2);
  });

  it('uses an approval once when the host gave the call no id', async () => {
    const { gateway, telegram, ada, get, list } = await startAsking();
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
    const killed = start(['hook', host], { env, input });
    await until(async () => (await get(1)).state === 'pending');
    killed.child.kill('SIGKILL');
    await killed.finished;
    await telegram.press({ chat: ada, button: 'Approve' });
    expect(await run(['hook', host], { env, input })).toMatchObject({ json: allow });
    expect(await run(['hook', host, '--wait', '1'], { env, input })).toMatchObject({ json: pass });
    expect((await list('?state=all')).json).toHaveLength(2);
  });

  it('makes no decision without an answer in time, or denies with --on-timeout deny', async () => {
    const { gateway } = await startAsking();
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
    const timed = ['hook', host, '--wait', '1'];
    expect(await run(timed, { env, input })).toMatchObject({ code: 0, json: pass });
    const denied = await run([...timed, '--on-timeout', 'deny'], { env, input });
    expect(denied).toMatchObject({ code: 0, json: deny('There was no answer in time.') });
  });

  it('makes no decision when the gateway refuses, or denies with --on-timeout deny', async () => {
    const { gateway } = await startAsking();
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'nowhere' };
    const passed = await run(['hook', host], { env, input });
    expect(passed).toMatchObject({ code: 0, json: pass });
    expect(passed.stderr).toContain('There is no channel "nowhere"');
    const denied = await run(['hook', host, '--on-timeout', 'deny'], { env, input });
    expect(JSON.stringify(denied.json)).toContain('No person was asked.');
  });
});

describe('gateway hook', () => {
  it('prints nothing for an event about which it decides nothing', async () => {
    expect(await run(['hook', 'codex'], { input: '{"hook_event_name":"Stop"}' })).toMatchObject({
      code: 0,
      stdout: '',
    });
  });

  it('exits with 2, which hosts treat as a denial, for what is no event and for an unknown host', async () => {
    expect(await run(['hook', 'codex'], { input: 'no JSON' })).toMatchObject({ code: 2, stdout: '' });
    expect(await run(['hook', 'vim'], { input: '{}' })).toMatchObject({ code: 2, stdout: '' });
  });

  it('makes no decision when the gateway cannot be reached for the seconds of --retry', async () => {
    const env = { GATEWAY_URL: `http://127.0.0.1:${await freePort()}` };
    const startedAt = Date.now();
    const args = ['hook', 'cursor', '--retry', '1'];
    const passed = await run(args, { env, input: JSON.stringify(hosts[1]?.event) });
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect(passed).toMatchObject({ code: 0, json: { permission: 'ask' } });
    expect(passed.stderr).toContain('The gateway could not be reached.');
  });
});

describe.each(hosts)('gateway hook $host that is ended by SIGTERM', ({ host, event, deny, pass }) => {
  it.each([
    [[], pass],
    [['--on-timeout', 'deny'], deny('There was no answer in time.')],
  ])('with the options %j prints what no answer means', async (options, result) => {
    const { gateway, get } = await startAsking();
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'approvals' };
    const hook = start(['hook', host, ...options], { env, input: JSON.stringify(event) });
    await until(async () => (await get(1)).state === 'pending');
    hook.child.kill('SIGTERM');
    expect(await hook.finished).toMatchObject({ code: 0, json: result });
  });
});

describe('gateway mcp', () => {
  it("serves the protocol's own client over standard input and output, and ends with it", async () => {
    const { gateway, telegram, ada, get } = await startAsking();
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = {
      PATH: process.env.PATH ?? '',
      XDG_CONFIG_HOME: emptyFolder(),
      GATEWAY_URL: gateway.url,
      GATEWAY_CHANNEL: 'approvals',
    };
    const transport = new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('ask_human');
    const asked = client.callTool({ name: 'ask_human', arguments: { question: 'Deploy?', options: ['Yes'] } });
    await until(async () => (await get(1)).state === 'pending');
    await telegram.press({ chat: ada, button: 'Yes' });
    expect((await asked).structuredContent).toMatchObject({ status: 'answered', answer: { value: 'Yes' } });
  });

  it('ends when its standard input ends', async () => {
    expect(await run(['mcp'])).toMatchObject({ code: 0 });
  });
});
