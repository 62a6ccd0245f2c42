import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../exit-codes.js';
import type { HostFile } from './host-file.js';

/** Coding agents whose settings the command can write. */
export const hosts = ['claude-code', 'codex', 'cursor', 'copilot'] as const;
export type Host = (typeof hosts)[number];

export const scopes = ['user', 'project'] as const;
type Scope = (typeof scopes)[number];

type Env = Readonly<Record<string, string | undefined>>;

export interface Place {
  readonly host: Host;
  readonly scope: Scope;
  readonly env: Env;
}

/** The file in which a host looks for hooks. */
export function hookFile({ host, scope, env }: Place): HostFile {
  switch (host) {
    case 'claude-code':
      return fileIn(scope, path.join(claudeFolder(env), 'settings.json'), '.claude/settings.json');
    case 'codex':
      return fileIn(scope, path.join(codexFolder(env), 'hooks.json'), '.codex/hooks.json');
    case 'cursor':
      return fileIn(scope, path.join(homedir(), '.cursor/hooks.json'), '.cursor/hooks.json');
    case 'copilot':
      return fileIn(scope, path.join(copilotFolder(env), 'hooks/gateway.json'), '.github/hooks/gateway.json');
  }
}

/** The file in which a host looks for MCP servers. */
export function mcpFile({ host, scope, env }: Place): HostFile {
  switch (host) {
    case 'claude-code':
      return fileIn(scope, path.join(env['CLAUDE_CONFIG_DIR'] || homedir(), '.claude.json'), '.mcp.json');
    case 'codex':
      return fileIn(scope, path.join(codexFolder(env), 'config.toml'), '.codex/config.toml');
    case 'cursor':
      return fileIn(scope, path.join(homedir(), '.cursor/mcp.json'), '.cursor/mcp.json');
    case 'copilot':
      return fileIn(scope, path.join(copilotFolder(env), 'mcp-config.json'), '.github/mcp.json');
  }
}

/** Options of the commands that write settings of a host. */
export const placeOptions = {
  scope: {
    type: 'string',
    choices: scopes,
    help: 'Whose settings: of the user (the default), or of the project in this folder.',
  },
  print: { type: 'boolean', help: 'Print what would be written, and write nothing.' },
} as const;

/** What the entry of a host calls the gateway with. A key is never part of it. */
export interface CallOptions {
  readonly profile?: string | undefined;
  readonly channel?: string | undefined;
  readonly 'on-timeout'?: string | undefined;
}

/** Throws `UsageError` for what must not be in a settings file, or could mean more than one word to a shell. */
export function callArguments(given: CallOptions & { readonly url?: string; readonly 'api-key'?: string }): string[] {
  if (given.url !== undefined || given['api-key'] !== undefined)
    throw new UsageError(
      'The address and the key are not written into settings: store them in a profile by init or login.',
    );
  return (['profile', 'channel', 'on-timeout'] as const).flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    if (!/^[\w.][\w.-]{0,63}$/.test(value))
      throw new UsageError(`--${name} must consist of letters, digits, . _ and -, at most 64.`);
    return [`--${name}`, value];
  });
}

function fileIn(scope: Scope, ofUser: string, ofProject: string): HostFile {
  if (scope === 'user') return { file: ofUser, within: null };
  const folder = process.cwd();
  return { file: path.join(folder, ofProject), within: folder };
}

function claudeFolder(env: Env): string {
  return env['CLAUDE_CONFIG_DIR'] || path.join(homedir(), '.claude');
}

function codexFolder(env: Env): string {
  return env['CODEX_HOME'] || path.join(homedir(), '.codex');
}

function copilotFolder(env: Env): string {
  return env['COPILOT_HOME'] || path.join(homedir(), '.copilot');
}
