import { randomUUID } from 'node:crypto';
import type { SlackChannel } from './types.js';
import type { SlackState } from './state.js';

export interface Commanding {
  channel: SlackChannel;
  user: string;
  /** With its slash: `/deploy`. */
  command: string;
  text: string;
}

/** The fields of a slash command: those of the form at the Request URL, and of the payload in Socket Mode. */
export function describeCommand(
  state: SlackState,
  { channel, user, command, text }: Commanding,
): Record<string, string> {
  const { app, team } = state;
  return {
    token: 'verification-token-is-deprecated',
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channel.name || 'directmessage',
    user_id: user,
    user_name: state.user(user).name,
    command,
    text,
    api_app_id: app.id,
    is_enterprise_install: 'false',
    response_url: `https://hooks.slack.com/commands/${team.id}/${randomUUID()}`,
    trigger_id: `${Math.floor(state.clock.now())}.${randomUUID()}`,
  };
}

/** The text that only the person sees; null when the app's answer contains none. */
export function shownAnswer(answer: unknown): string | null {
  if (typeof answer === 'string') return answer || null;
  const { text, response_type } = (answer ?? {}) as { text?: unknown; response_type?: unknown };
  return typeof text === 'string' && response_type !== 'in_channel' ? text : null;
}
