import { randomUUID } from 'node:crypto';
import { ControlError, isButton, type PersonFile } from '@gateway/sandbox/server';
import { buttonsOf } from './blocks.js';
import { addFile, shownFile } from './files.js';
import type { SlackButton, SlackChannel, SlackMessage } from './types.js';
import type { SlackState } from './state.js';

/** A person's text in Slack's format: escaped, `@name` of a user as a reference, URLs as links. */
function encode(state: SlackState, text: string): string {
  const names = new Map([...state.users.values()].map(({ name, id }) => [name, id]));
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@([\w.-]+)/g, (all, name: string) => (names.has(name) ? `<@${names.get(name)}>` : all))
    .replace(/https?:\/\/[^\s<>]+/g, '<$&>');
}

export interface Writing {
  channel: SlackChannel;
  user: string;
  text: string;
  /** The message in whose thread the text is posted. */
  under?: string;
}

/** Posts a person's text. */
export function writeText(state: SlackState, writing: Writing): SlackMessage {
  if (writing.text.trim() === '') throw new ControlError('The text must not be empty');
  return post(state, writing, {});
}

export interface Sending extends Writing {
  files: readonly PersonFile[];
  /** The message has only the ids of the files, as for those of another organization. */
  onlyIds: boolean;
}

/** Posts a person's files in one message, whose text may be empty. Their addresses are below `root`. */
export function sendFiles(state: SlackState, { files, onlyIds, ...writing }: Sending, root: string): SlackMessage {
  const stored = files.map((file) => addFile(state, file));
  const shown = stored.map((file) =>
    onlyIds ? { id: file.id, file_access: 'check_file_info' as const } : shownFile(state, file, root),
  );
  return post(state, writing, { subtype: 'file_share', files: shown });
}

function post(
  state: SlackState,
  { channel, user, text, under }: Writing,
  content: Pick<SlackMessage, 'subtype' | 'files'>,
): SlackMessage {
  requireMember(channel, user);
  const root = under === undefined ? undefined : rootOf(state, channel, under);
  return state.post(channel, {
    type: 'message',
    ts: state.newTs(),
    user,
    team: state.team.id,
    client_msg_id: randomUUID(),
    text: encode(state, text),
    ...content,
    ...(root && { thread_ts: root.ts, parent_user_id: root.user }),
  });
}

/** A button by index, label or value. */
export type ButtonChoice = number | string | { value: string };

export interface Pressing {
  channel: SlackChannel;
  user: string;
  button: ButtonChoice;
  /** The newest message with buttons unless given. */
  ts?: string;
  /** Buttons that the message showed earlier: the client can be out of date. */
  stale?: readonly SlackButton[];
  trigger: string;
}

/** The payload of a press, without `response_url`. */
export function describePress(
  state: SlackState,
  pressing: Pressing,
): { payload: Record<string, unknown>; message: SlackMessage } {
  const { channel, user } = pressing;
  requireMember(channel, user);
  const message = findMessage(state, pressing);
  const button = findButton(message.ts, pressing.stale ?? buttonsOf(message), pressing.button);
  const { app, team } = state;
  const { name, team_id } = state.user(user);
  const payload = {
    type: 'block_actions',
    user: { id: user, username: name, name, team_id },
    api_app_id: app.id,
    token: 'verification-token-is-deprecated',
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: false,
      ...(message.thread_ts !== undefined && { thread_ts: message.thread_ts }),
    },
    trigger_id: pressing.trigger,
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
    channel: { id: channel.id, name: channel.name || 'directmessage' },
    message,
    state: { values: {} },
    actions: [
      {
        type: 'button',
        action_id: button.actionId,
        block_id: button.blockId,
        text: { type: 'plain_text', text: button.label, emoji: true },
        ...(button.value !== undefined && { value: button.value }),
        action_ts: state.newTs(),
      },
    ],
  };
  return { payload, message };
}

function findMessage(state: SlackState, { channel, ts }: Pressing): SlackMessage {
  const found =
    ts === undefined
      ? state.messages(channel).findLast((message) => buttonsOf(message).length > 0)
      : state.find(channel, ts);
  if (!found)
    throw new ControlError(`No ${ts === undefined ? 'message with buttons' : `message ${ts}`} in ${channel.id}`, 404);
  return found;
}

function findButton(ts: string, buttons: readonly SlackButton[], choice: ButtonChoice): SlackButton {
  const found =
    typeof choice === 'number'
      ? buttons[choice]
      : buttons.find(({ label, value }) =>
          typeof choice === 'string' ? isButton(label, choice) : value === choice.value,
        );
  if (found) return found;
  const labels = buttons.map(({ label }) => JSON.stringify(label)).join(', ') || 'none';
  throw new ControlError(`Message ${ts} has no such button; it shows: ${labels}`);
}

function rootOf(state: SlackState, channel: SlackChannel, ts: string): SlackMessage {
  const message = state.find(channel, ts);
  if (!message) throw new ControlError(`No message ${ts} in ${channel.id}`, 404);
  return message.thread_ts === undefined || message.thread_ts === ts
    ? message
    : rootOf(state, channel, message.thread_ts);
}

function requireMember({ id, members }: SlackChannel, user: string): void {
  if (!members.has(user)) throw new ControlError(`User ${user} is not in ${id}`);
}
