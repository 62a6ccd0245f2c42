import { UsageError } from '../exit-codes.js';
import { jsonIn, removeIn, setIn } from './edit-json.js';
import type { Host } from './hosts.js';
import { tomlLines, type TomlLine } from './toml-tables.js';

const NAME = 'gateway';
/** Codex passes no other variables of its environment on. */
const VARIABLES = ['GATEWAY_URL', 'GATEWAY_API_KEY', 'GATEWAY_CHANNEL', 'GATEWAY_PROFILE', 'XDG_CONFIG_HOME'];
/** Codex ends a call after a minute unless it is set. */
const CODEX_TIMEOUT_SEC = 3600;

const TAKEN = `There is another MCP server named ${NAME} already. Remove or rename it first.`;

/** The settings with the MCP server of the gateway, once. Other settings stay. Throws `JsonFlaw`, `TomlFlaw` or `UsageError`. */
export function addServer(text: string, host: Host, args: readonly string[]): string {
  const own = ['mcp', ...args];
  if (host === 'codex') return addTable(text, own);
  const found = serverIn(text);
  if (found === undefined) return setIn(text, ['mcpServers', NAME], entryOf(host, own));
  if (!isOwn(found)) throw new UsageError(TAKEN);
  if (JSON.stringify(found['args']) === JSON.stringify(own)) return text;
  return setIn(text, ['mcpServers', NAME, 'args'], own);
}

/** The settings without the MCP server of the gateway. Throws `JsonFlaw` or `TomlFlaw`. */
export function removeServer(text: string, host: Host): string {
  if (!hasServer(text, host)) return text;
  if (host === 'codex') return removeTable(text);
  const without = removeIn(text, ['mcpServers', NAME]);
  const { mcpServers } = jsonIn(without) as { readonly mcpServers: object };
  return Object.keys(mcpServers).length === 0 ? removeIn(without, ['mcpServers']) : without;
}

export function hasServer(text: string, host: Host): boolean {
  return host === 'codex' ? ownTable(text) !== null : isOwn(serverIn(text));
}

function entryOf(host: Host, args: readonly string[]): object {
  return host === 'copilot'
    ? { type: 'local', command: NAME, args, tools: ['*'] }
    : { type: 'stdio', command: NAME, args };
}

/** Undefined: there is no server of this name. */
function serverIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const settings = jsonIn(text) as { readonly mcpServers?: Record<string, Record<string, unknown>> } | null;
  return settings?.mcpServers?.[NAME];
}

function isOwn(server: Readonly<Record<string, unknown>> | undefined): boolean {
  const args = server?.['args'];
  return server?.['command'] === NAME && Array.isArray(args) && args[0] === 'mcp';
}

/** The lines of the table `mcp_servers.gateway` if it starts the command. Null: there is none, or it is another server. */
function ownTable(text: string): readonly TomlLine[] | null {
  const lines = tomlLines(text).filter(({ path }) => path[0] === 'mcp_servers' && path[1] === NAME);
  const valueAt = (key: string) => {
    const line = lines.find(({ kind, path }) => kind === 'pair' && path.length === 3 && path[2] === key);
    return line ? text.slice(line.value, line.end).trim() : '';
  };
  const isOwnCommand = /^["']gateway["']/.test(valueAt('command')) && /^\[\s{0,80}["']mcp["']/.test(valueAt('args'));
  return lines[0]?.kind === 'table' && isOwnCommand ? lines : null;
}

function addTable(text: string, args: readonly string[]): string {
  const list = `[${args.map((each) => JSON.stringify(each)).join(', ')}]`;
  const own = ownTable(text);
  const line = own?.find(({ path }) => path[2] === 'args');
  if (line) {
    const before = text.slice(line.value, line.end);
    const same = before.trim().startsWith(list);
    return same ? text : `${text.slice(0, line.value)} ${list}${lineBreak(text)}${text.slice(line.end)}`;
  }
  const taken = tomlLines(text).some(
    ({ kind, path }) => path[0] === 'mcp_servers' && (path[1] === NAME || (kind === 'pair' && path.length === 1)),
  );
  if (taken) throw new UsageError(TAKEN);
  const table = [
    `[mcp_servers.${NAME}]`,
    `command = "${NAME}"`,
    `args = ${list}`,
    `env_vars = [${VARIABLES.map((name) => `"${name}"`).join(', ')}]`,
    `tool_timeout_sec = ${CODEX_TIMEOUT_SEC}`,
    '',
  ].join(lineBreak(text));
  if (text.trim() === '') return table;
  return `${text}${text.endsWith('\n') ? '' : lineBreak(text)}${lineBreak(text)}${table}`;
}

/** Without the lines of the table and of the tables in it. Comments before the next table stay. */
function removeTable(text: string): string {
  return (ownTable(text) ?? []).reduceRight((changed, { start, end }, index) => {
    const before = changed.slice(0, start);
    // The empty line that separates the table from the one before.
    return (index === 0 ? before.replace(/\n\r?\n$/, '\n') : before) + changed.slice(end);
  }, text);
}

function lineBreak(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
