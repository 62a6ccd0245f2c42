import type { Capabilities } from './platform.js';
import type { Connection } from './connection.js';

/** Members that a capability of the manifest promises. */
const promised: readonly [member: keyof Connection, capability: string, isPromised: (can: Capabilities) => boolean][] =
  [
    ['closePrompt', `edit: 'call'`, ({ edit }) => edit === 'call'],
    ['openDialog', 'dialogs', ({ dialogs }) => dialogs !== undefined],
    ['sendTemplate', 'windowTemplate', ({ windowTemplate }) => windowTemplate === true],
    ['webhook', `webhook: 'required'`, ({ webhook }) => webhook === 'required'],
    ['start', 'a stream, and no webhook', ({ webhook, stream }) => webhook === 'none' && stream !== 'none'],
  ];

/**
 * All members that a connection lacks: those that every connection has, and those that the manifest's capabilities promise, such as
 * `closePrompt (the manifest declares edit: 'call')`. Empty when the connection is complete.
 */
export function connectionFlaws(value: unknown, capabilities: Capabilities): string[] {
  const given = (value ?? {}) as Partial<Record<keyof Connection, unknown>>;
  const lacks = (member: keyof Connection) => typeof given[member] !== 'function';
  return [
    ...(['probe', 'sendMessage', 'sendPrompt', 'close'] as const).filter(lacks),
    ...promised.flatMap(([member, capability, isPromised]) =>
      isPromised(capabilities) && lacks(member) ? [`${member} (the manifest declares ${capability})`] : [],
    ),
  ];
}
