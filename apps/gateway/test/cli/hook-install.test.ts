import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocks } from '../docs/blocks.js';
import { emptyFolder } from './command.js';
import { newDesk } from './host-settings.js';

const closed = 'gateway hook claude-code --on-timeout deny || exit 2';
const claudeCode = {
  matcher: 'Bash|Write|Edit|NotebookEdit|WebFetch|mcp__.*',
  hooks: [{ type: 'command', command: closed, timeout: 600 }],
};
const hosts = [
  {
    host: 'claude-code',
    user: '.claude/settings.json',
    project: 'project/.claude/settings.json',
    hooks: { hooks: { PreToolUse: [claudeCode] } },
  },
  {
    host: 'codex',
    user: '.codex/hooks.json',
    project: 'project/.codex/hooks.json',
    hooks: {
      hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command: 'gateway hook codex', timeout: 600 }] }] },
    },
  },
  {
    host: 'cursor',
    user: '.cursor/hooks.json',
    project: 'project/.cursor/hooks.json',
    hooks: {
      version: 1,
      hooks: {
        beforeShellExecution: [{ command: 'gateway hook cursor', timeout: 600, failClosed: true }],
        beforeMCPExecution: [{ command: 'gateway hook cursor', timeout: 600, failClosed: true }],
      },
    },
  },
  {
    host: 'copilot',
    user: '.copilot/hooks/gateway.json',
    project: 'project/.github/hooks/gateway.json',
    hooks: {
      version: 1,
      hooks: {
        preToolUse: [
          { type: 'command', bash: 'gateway hook copilot', powershell: 'gateway hook copilot', timeoutSec: 600 },
        ],
      },
    },
  },
];

describe.each(hosts)('gateway hook install $host', ({ host, user, project, hooks }) => {
  it.each([
    ['user', user],
    ['project', project],
  ])('writes the settings of the %s once, and uninstall removes them', async (scope, file) => {
    const desk = newDesk();
    expect(await desk.run('hook', 'install', host, '--scope', scope)).toMatchObject({
      code: 0,
      stdout: `Changed ${path.join(desk.home, file)}.\n`,
    });
    expect(JSON.parse(desk.read(file))).toEqual(hooks);
    const written = desk.read(file);
    expect((await desk.run('hook', 'install', host, '--scope', scope)).stdout).toContain('Nothing to change');
    expect(desk.read(file)).toBe(written);
    expect(await desk.run('hook', 'uninstall', host, '--scope', scope)).toMatchObject({ code: 0 });
    expect(JSON.parse(desk.read(file))).toEqual('version' in hooks ? { version: 1 } : {});
  });

  it('prints what it would write, and writes nothing', async () => {
    const desk = newDesk();
    const printed = await desk.run('hook', 'install', host, '--print');
    expect(printed).toMatchObject({ code: 0, json: hooks });
    expect(readdirSync(desk.home)).toEqual(['project']);
  });
});

// Claude Code posts its hooks itself in the examples of the page.
it.each(hosts.slice(1))('docs/hooks.md shows what gateway hook install $host writes', ({ host, hooks }) => {
  const shown = blocks().filter(
    ({ file, code }) => file === 'docs/hooks.md' && code.includes(`"gateway hook ${host}"`),
  );
  expect(shown.map(({ code }) => JSON.parse(code))).toEqual([hooks]);
});

const others = `{
  // What the agent may do.
  "permissions": { "allow": ["Bash(ls)"] }, /* kept */
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "./lint.sh" } // ours
        ]
      }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
  },
}
`;

describe('settings that a host has already', () => {
  it('keep their other hooks, comments and white space, and are the same again after uninstall', async () => {
    const desk = newDesk();
    desk.write('.claude/settings.json', others);
    await desk.run('hook', 'install', 'claude-code', '--channel', 'approvals');
    const installed = desk.read('.claude/settings.json');
    for (const part of ['// What the agent may do.', '/* kept */', '// ours', '"./lint.sh"', '"say done"'])
      expect(installed).toContain(part);
    expect(installed).toContain('"gateway hook claude-code --channel approvals --on-timeout deny || exit 2"');
    await desk.run('hook', 'uninstall', 'claude-code');
    expect(desk.read('.claude/settings.json')).toBe(others);
  });

  it('keep a comment at the end of the line before a hook that is removed', async () => {
    const desk = newDesk();
    const own = '[{ "command": "gateway hook cursor" }]';
    desk.write(
      '.cursor/hooks.json',
      `{ "hooks": { // mine\n"beforeShellExecution": ${own} /* a */ , "stop": [] }, "version": 1 }`,
    );
    await desk.run('hook', 'uninstall', 'cursor');
    expect(desk.read('.cursor/hooks.json')).toBe('{ "hooks": { // mine\n "stop": [] }, "version": 1 }');
  });

  it('get the new options in place of the former ones', async () => {
    const desk = newDesk();
    const other = { type: 'command', command: './lint.sh' };
    const former = { type: 'command', command: 'gateway hook claude-code --channel old', timeout: 600 };
    desk.write(
      '.claude/settings.json',
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [former, other, former] }] } }),
    );
    await desk.run('hook', 'install', 'claude-code');
    expect(JSON.parse(desk.read('.claude/settings.json'))).toEqual({
      hooks: { PreToolUse: [{ hooks: [other] }, claudeCode] },
    });
  });

  it('keep the hooks of other programs when uninstall finds none of its own', async () => {
    const desk = newDesk();
    const text = '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"gateway hook claude-codex"}]}]}}';
    desk.write('.claude/settings.json', text);
    expect((await desk.run('hook', 'uninstall', 'claude-code')).stdout).toContain('Nothing to change');
    expect(desk.read('.claude/settings.json')).toBe(text);
  });

  it('keep their mode, their link and their line ends', async () => {
    const desk = newDesk();
    const file = desk.write('dotfiles/settings.json', '{\r\n\t"model": "opus"\r\n}\r\n');
    chmodSync(file, 0o600);
    desk.write('.claude/other', '');
    symlinkSync(file, path.join(desk.home, '.claude/settings.json'));
    expect(await desk.run('hook', 'install', 'claude-code')).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.join(desk.home, 'dotfiles'))).toEqual(['settings.json']);
    const text = desk.read('dotfiles/settings.json');
    expect(text).toMatch(/^\{\r\n\t"model": "opus",\r\n\t"hooks": \{\r\n\t\t"PreToolUse"/);
    expect(text).not.toMatch(/[^\r]\n/);
  });

  it('keep their byte order mark, once, at their beginning', async () => {
    const desk = newDesk();
    desk.write('.claude/settings.json', '\uFEFF{}\n');
    await desk.run('hook', 'install', 'claude-code');
    const installed = desk.read('.claude/settings.json');
    expect(installed).toMatch(/^\uFEFF\{\n {2}"hooks"/);
    expect(JSON.parse(installed.slice(1))).toEqual({ hooks: { PreToolUse: [claudeCode] } });
  });

  it.each([
    ['{\n  "hooks": {},\n  oops\n}', 'line 3: a name in double quotes is missing'],
    ['{\n  "model": "opus"\n  "hooks": {}\n}', 'line 3: a comma or } is missing'],
    ['{"a": "b', 'line 1: a quote is missing'],
    ['{"a": truth}', 'line 1: a value is missing or wrong'],
    ['{} {}', 'line 1: there is text after the end of the value'],
    ['{"hooks": []}', 'line 1: hooks must be an object'],
    ['{"hooks": {"PreToolUse": "all"}}', 'line 1: hooks.PreToolUse must be an array'],
    ['['.repeat(300), 'line 1: the values are nested too deeply'],
  ])('are refused with the line when they are wrong: %j', async (text, flaw) => {
    const desk = newDesk();
    const file = desk.write('.claude/settings.json', text);
    const refused = await desk.run('hook', 'install', 'claude-code');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`${file}, ${flaw}. Nothing was written. Correct the file`);
    expect(desk.read('.claude/settings.json')).toBe(text);
  });
});

describe('a project of another person', () => {
  it.each(['.claude', '.claude/settings.json'])('cannot lead the write out of it by a link at %s', async (link) => {
    const desk = newDesk();
    const outside = emptyFolder();
    if (link === '.claude') symlinkSync(outside, path.join(desk.project, link));
    else {
      desk.write('project/.claude/other', '');
      symlinkSync(path.join(outside, 'settings.json'), path.join(desk.project, link));
    }
    const refused = await desk.run('hook', 'install', 'claude-code', '--scope', 'project');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/leads out of this folder|is a link to nothing/);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('cannot lead the write to an existing file out of it', async () => {
    const desk = newDesk();
    desk.write('.claude/settings.json', '{}');
    desk.write('project/.claude/other', '');
    symlinkSync(path.join(desk.home, '.claude/settings.json'), path.join(desk.project, '.claude/settings.json'));
    const refused = await desk.run('hook', 'install', 'claude-code', '--scope', 'project');
    expect(refused.stderr).toContain('leads out of this folder');
    expect(desk.read('.claude/settings.json')).toBe('{}');
  });

  it('never gets a key, and no word with a meaning to a shell', async () => {
    const key = 'gw_aSecret';
    const desk = newDesk({ GATEWAY_API_KEY: key, GATEWAY_URL: 'https://gateway.example.com' });
    const install = ['hook', 'install', 'claude-code', '--scope', 'project'];
    expect(await desk.run(...install, '--api-key', key)).toMatchObject({ code: 2 });
    expect(await desk.run(...install, '--url', 'https://gateway.example.com')).toMatchObject({ code: 2 });
    expect(await desk.run(...install, '--channel', 'a;reboot')).toMatchObject({ code: 2 });
    expect(existsSync(path.join(desk.project, '.claude'))).toBe(false);
    const installed = await desk.run(...install);
    const everything = desk.read('project/.claude/settings.json') + installed.stdout + installed.stderr;
    expect(everything).not.toContain(key);
  });
});

it('the hook of Claude Code denies when the command cannot be started', () => {
  const { status } = spawnSync('/bin/sh', ['-c', closed], { env: { PATH: emptyFolder() }, input: '{}' });
  expect(status).toBe(2);
});

it('a hook without the command on the PATH is installed with a warning', async () => {
  const desk = newDesk({ PATH: emptyFolder() });
  const installed = await desk.run('hook', 'install', 'cursor');
  expect(installed.code).toBe(0);
  expect(installed.stderr).toContain('there is no command gateway on the PATH');
});
