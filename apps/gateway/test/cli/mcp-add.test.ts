import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from './command.js';
import { newDesk } from './host-settings.js';

const stdio = { mcpServers: { gateway: { type: 'stdio', command: 'gateway', args: ['mcp'] } } };
const local = { mcpServers: { gateway: { type: 'local', command: 'gateway', args: ['mcp'], tools: ['*'] } } };
const hosts = [
  { host: 'claude-code', user: '.claude.json', project: 'project/.mcp.json', settings: stdio },
  { host: 'cursor', user: '.cursor/mcp.json', project: 'project/.cursor/mcp.json', settings: stdio },
  { host: 'copilot', user: '.copilot/mcp-config.json', project: 'project/.github/mcp.json', settings: local },
];

describe.each(hosts)('gateway mcp add $host', ({ host, user, project, settings }) => {
  it.each([
    ['user', user],
    ['project', project],
  ])('writes the settings of the %s once, and remove removes them', async (scope, file) => {
    const desk = newDesk();
    desk.write(file, '{\n    "other": { "token": "secret" },\n    "mcpServers": {}\n}\n');
    expect(await desk.run('mcp', 'add', host, '--scope', scope)).toMatchObject({ code: 0 });
    expect(JSON.parse(desk.read(file))).toEqual({ other: { token: 'secret' }, ...settings });
    expect((await desk.run('mcp', 'add', host, '--scope', scope)).stdout).toContain('Nothing to change');
    await desk.run('mcp', 'add', host, '--scope', scope, '--channel', 'approvals');
    expect(JSON.parse(desk.read(file)).mcpServers.gateway.args).toEqual(['mcp', '--channel', 'approvals']);
    expect(await desk.run('mcp', 'remove', host, '--scope', scope)).toMatchObject({ code: 0 });
    expect(desk.read(file)).toBe('{\n    "other": { "token": "secret" }\n}\n');
  });

  it('prints its own part of the settings only, and writes nothing', async () => {
    const desk = newDesk();
    desk.write(user, '{ "other": { "token": "secret" } }');
    const printed = await desk.run('mcp', 'add', host, '--print');
    expect(printed).toMatchObject({ code: 0, json: settings });
    expect(printed.stdout + printed.stderr).not.toContain('secret');
    expect(desk.read(user)).toBe('{ "other": { "token": "secret" } }');
  });

  it('leaves another server of the same name alone', async () => {
    const desk = newDesk();
    const text = '{"mcpServers":{"gateway":{"type":"http","url":"https://gateway.example.com/mcp"}}}';
    desk.write(user, text);
    const refused = await desk.run('mcp', 'add', host);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('There is another MCP server named gateway already.');
    expect((await desk.run('mcp', 'remove', host)).stdout).toContain('Nothing to change');
    expect(desk.read(user)).toBe(text);
  });
});

const config = `# My settings
model = "gpt-5" # the best
notify = [
  "say", # [mcp_servers.gateway]
]
text = """
[mcp_servers.gateway]
"""

[mcp_servers.docs]
command = 'docs' # kept

# The end`;
const table = `[mcp_servers.gateway]
command = "gateway"
args = ["mcp"]
env_vars = ["GATEWAY_URL", "GATEWAY_API_KEY", "GATEWAY_CHANNEL", "GATEWAY_PROFILE", "XDG_CONFIG_HOME"]
tool_timeout_sec = 3600
`;

describe('gateway mcp add codex', () => {
  it.each([
    ['user', '.codex/config.toml'],
    ['project', 'project/.codex/config.toml'],
  ])('adds a table to the settings of the %s once, and remove removes it', async (scope, file) => {
    const desk = newDesk();
    desk.write(file, config);
    expect(await desk.run('mcp', 'add', 'codex', '--scope', scope)).toMatchObject({ code: 0 });
    expect(desk.read(file)).toBe(`${config}\n\n${table}`);
    expect((await desk.run('mcp', 'add', 'codex', '--scope', scope)).stdout).toContain('Nothing to change');
    desk.write(file, `${config}\n\n${table}\n[mcp_servers.gateway.env]\nA = "1"\n\n# More\n[tui]\nx = 1\n`);
    await desk.run('mcp', 'add', 'codex', '--scope', scope, '--channel', 'approvals');
    expect(desk.read(file)).toContain('args = ["mcp", "--channel", "approvals"]\nenv_vars');
    expect(desk.read(file)).toContain('[mcp_servers.gateway.env]\nA = "1"\n');
    expect(await desk.run('mcp', 'remove', 'codex', '--scope', scope)).toMatchObject({ code: 0 });
    expect(desk.read(file)).toBe(`${config}\n\n\n# More\n[tui]\nx = 1\n`);
  });

  it('makes the file when there is none, and prints its table only', async () => {
    const desk = newDesk();
    expect((await desk.run('mcp', 'add', 'codex', '--print')).stdout).toBe(table);
    await desk.run('mcp', 'add', 'codex');
    expect(desk.read('.codex/config.toml')).toBe(table);
  });

  it.each([
    '[mcp_servers.gateway]\nurl = "https://gateway.example.com/mcp"\n',
    '[mcp_servers]\ngateway = { command = "gateway", args = ["mcp"] }\n',
    'mcp_servers = { gateway = { command = "gateway", args = ["mcp"] } }\n',
    '[mcp_servers."gateway"]\ncommand = "other"\n',
  ])('leaves another server of the same name alone: %j', async (text) => {
    const desk = newDesk();
    desk.write('.codex/config.toml', text);
    expect(await desk.run('mcp', 'add', 'codex')).toMatchObject({ code: 2 });
    expect(await desk.run('mcp', 'remove', 'codex')).toMatchObject({ code: 0 });
    expect(desk.read('.codex/config.toml')).toBe(text);
  });

  it.each([
    ['a = 1\nb = "open\n', 'line 2: a text has no end'],
    ['[table\n', 'line 1: ] is missing after the name'],
    ['\n\nlist = [1,\n', 'line 3: a bracket has no end'],
    ['= 1', 'line 1: a name is missing'],
  ])('refuses wrong settings with the line: %j', async (text, flaw) => {
    const desk = newDesk();
    const file = desk.write('.codex/config.toml', text);
    const refused = await desk.run('mcp', 'add', 'codex');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`${file}, ${flaw}. Nothing was written.`);
    expect(desk.read('.codex/config.toml')).toBe(text);
  });
});

it('a link in a project cannot lead gateway mcp add out of it', async () => {
  const desk = newDesk();
  const outside = emptyFolder();
  symlinkSync(outside, path.join(desk.project, '.cursor'));
  const refused = await desk.run('mcp', 'add', 'cursor', '--scope', 'project');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('leads out of this folder') });
});
