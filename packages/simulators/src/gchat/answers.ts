import type { EventFormat } from './events.js';
import type { GchatMessage } from './types.js';
import type { SpaceState, GchatState } from './state.js';

/** The effect of an app's answer to an event. */
export interface AnswerEffect {
  /** `update`: the pressed message was edited; `create`: a message was posted; `none`: no effect; `invalid`: people see an error. */
  readonly kind: 'update' | 'create' | 'none' | 'invalid';
  readonly message: GchatMessage | null;
}

interface Wanted {
  readonly kind: 'update' | 'create' | 'none' | 'invalid';
  readonly message: Record<string, unknown>;
}

/** Applies the body of an app's answer, with the checks of an API call. */
export function applyAnswer(
  state: GchatState,
  spaceState: SpaceState,
  about: GchatMessage,
  format: EventFormat,
  body: unknown,
): AnswerEffect {
  const wanted = format === 'addon' ? readAddon(body) : readClassic(body);
  try {
    if (wanted.kind === 'update')
      return { kind: 'update', message: state.update(about, ['text', 'cardsV2'], wanted.message) };
    if (wanted.kind === 'create') {
      const viewer = wanted.message['privateMessageViewer'] as { name: string } | undefined;
      const inThread = { ...wanted.message, thread: about.thread };
      const replyOption = 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD';
      const extra = viewer === undefined ? {} : { privateMessageViewer: viewer };
      return {
        kind: 'create',
        message: state.create(spaceState, { sender: state.bot, body: inThread, replyOption, extra }),
      };
    }
    return { kind: wanted.kind, message: null };
  } catch {
    return { kind: 'invalid', message: null };
  }
}

const nothing: Wanted = { kind: 'none', message: {} };
const invalid: Wanted = { kind: 'invalid', message: {} };

function readClassic(body: unknown): Wanted {
  if (!isObject(body)) return invalid;
  const { actionResponse, ...message } = body;
  if (actionResponse === undefined) return Object.keys(message).length === 0 ? nothing : { kind: 'create', message };
  const type = isObject(actionResponse) ? actionResponse['type'] : undefined;
  if (type === 'UPDATE_MESSAGE') return { kind: 'update', message };
  return type === 'NEW_MESSAGE' ? { kind: 'create', message } : invalid;
}

function readAddon(body: unknown): Wanted {
  if (!isObject(body)) return invalid;
  if (Object.keys(body).length === 0) return nothing;
  const action = at(at(body, 'hostAppDataAction'), 'chatDataAction');
  const [kind, ...others] = Object.keys(action ?? {});
  const message = at(at(action, kind ?? ''), 'message');
  if (!message || others.length > 0) return invalid;
  if (kind === 'updateMessageAction') return { kind: 'update', message };
  return kind === 'createMessageAction' ? { kind: 'create', message } : invalid;
}

function at(value: Record<string, unknown> | undefined, key: string): Record<string, unknown> | undefined {
  const inner = value?.[key];
  return isObject(inner) ? inner : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
