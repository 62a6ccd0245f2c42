import { jsonIn, removeIn, setIn, type JsonPath } from './edit-json.js';
import type { Host } from './hosts.js';

/** More than `gateway hook` waits by itself, so that the question expires before the host stops waiting. */
const TIMEOUT_SEC = 600;
/** The tools of Claude Code that change something or reach out, as docs/hooks.md names them. */
const CLAUDE_CODE_TOOLS = 'Bash|Write|Edit|NotebookEdit|WebFetch|mcp__.*';

/** How a host writes its hooks. */
interface Format {
  /** The events at which people are asked, each with its entry. */
  readonly entries: (command: string) => Readonly<Record<string, object>>;
  /** Whether an entry has a list of hooks. */
  readonly isNested: boolean;
  readonly hasVersion: boolean;
}

const nested = (command: string) => [{ type: 'command', command, timeout: TIMEOUT_SEC }];
const ofCursor = (command: string) => ({ command, timeout: TIMEOUT_SEC, failClosed: true });

const formats: Readonly<Record<Host, Format>> = {
  'claude-code': {
    entries: (command) => ({ PreToolUse: { matcher: CLAUDE_CODE_TOOLS, hooks: nested(command) } }),
    isNested: true,
    hasVersion: false,
  },
  codex: {
    entries: (command) => ({ PermissionRequest: { hooks: nested(command) } }),
    isNested: true,
    hasVersion: false,
  },
  cursor: {
    entries: (command) => ({ beforeShellExecution: ofCursor(command), beforeMCPExecution: ofCursor(command) }),
    isNested: false,
    hasVersion: true,
  },
  copilot: {
    entries: (command) => ({
      preToolUse: { type: 'command', bash: command, powershell: command, timeoutSec: TIMEOUT_SEC },
    }),
    isNested: false,
    hasVersion: true,
  },
};

/** What a host runs. With `deny`, Claude Code and Codex read the code 2 as a denial when the command cannot even start. */
export function hookCommand(host: Host, args: readonly string[]): string {
  const command = ['gateway', 'hook', host, ...args].join(' ');
  const closes = args.includes('deny') && formats[host].isNested;
  return closes ? `${command} || exit 2` : command;
}

/** The settings with the hooks of the gateway, once. Other settings stay. Throws `JsonFlaw`. */
export function installHooks(text: string, host: Host, command: string): string {
  const { entries, hasVersion } = formats[host];
  const kept = new Set<string>();
  const superfluous = ownPlaces(text, host).filter(({ event, entry }) => {
    const isWanted = !kept.has(event) && JSON.stringify(entry) === JSON.stringify(entries(command)[event]);
    if (isWanted) kept.add(event);
    return !isWanted;
  });
  let changed = removeAll(text, superfluous);
  if (hasVersion && !('version' in asObject(jsonIn(changed)))) changed = setIn(changed, ['version'], 1);
  for (const [event, entry] of Object.entries(entries(command))) {
    if (kept.has(event)) continue;
    const before = asObject(asObject(jsonIn(changed))['hooks'])[event];
    changed = setIn(changed, ['hooks', event, Array.isArray(before) ? before.length : 0], entry);
  }
  return changed;
}

/** The settings without the hooks of the gateway. Throws `JsonFlaw`. */
export function uninstallHooks(text: string, host: Host): string {
  const own = ownPlaces(text, host);
  let changed = removeAll(text, own);
  const events = [...new Set(own.map(({ event }) => event))].map((event) => ['hooks', event]);
  for (const path of own.length > 0 ? [...events, ['hooks']] : []) {
    const value = path.reduce<unknown>((inner, step) => asObject(inner)[step], jsonIn(changed));
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
      changed = removeIn(changed, path);
  }
  return changed;
}

export function hasHooks(text: string, host: Host): boolean {
  return ownPlaces(text, host).length > 0;
}

interface OwnPlace {
  readonly path: JsonPath;
  readonly event: string;
  /** The whole entry of the event. Null: it has other hooks, too. */
  readonly entry: unknown;
}

/** Where the settings call `gateway hook`, in the order of the text. */
function ownPlaces(text: string, host: Host): OwnPlace[] {
  return Object.entries(asObject(asObject(jsonIn(text))['hooks'])).flatMap(([event, entries]) =>
    listOf(entries).flatMap((entry, index): OwnPlace[] => {
      const path = ['hooks', event, index];
      if (!formats[host].isNested) return isOwn(entry, host) ? [{ path, event, entry }] : [];
      const inner = listOf(asObject(entry)['hooks']);
      const own = inner.flatMap((each, place) => (isOwn(each, host) ? [place] : []));
      if (own.length > 0 && own.length === inner.length) return [{ path, event, entry }];
      return own.map((place) => ({ path: [...path, 'hooks', place], event, entry: null }));
    }),
  );
}

function isOwn(entry: unknown, host: Host): boolean {
  const { command, bash } = asObject(entry);
  const given = command ?? bash;
  return typeof given === 'string' && `${given} `.startsWith(`gateway hook ${host} `);
}

/** From the last to the first, so that the places stay right. */
function removeAll(text: string, places: readonly OwnPlace[]): string {
  return places.reduceRight((changed, { path }) => removeIn(changed, path), text);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
