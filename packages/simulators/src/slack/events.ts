import type { Outbox } from './outbox.js';
import type { SlackChannel, SlackMessage } from './types.js';
import type { SlackState, StateChange } from './state.js';

/** Event types of the app's subscription. `message` means message.channels, .groups and .im. */
export type Subscription = 'message' | 'app_mention';

/** Sends the app the events of its channels, including those of its own messages, as Slack does. */
export function reportEvents(state: SlackState, outbox: Outbox, subscriptions: ReadonlySet<Subscription>): void {
  state.watch.subscribe((change) => {
    if (change.kind === 'notice' || !change.channel.members.has(state.app.user.id)) return;
    const { channel, message } = change;
    const event = describe(state, change);
    if (subscriptions.has('message')) outbox.push(envelope(state, event));
    const mentions =
      change.kind === 'message' && message.bot_id === undefined && message.text.includes(`<@${state.app.user.id}>`);
    if (mentions && channel.kind !== 'im' && subscriptions.has('app_mention')) {
      outbox.push(
        envelope(state, { ...wire(message), type: 'app_mention', channel: channel.id, event_ts: message.ts }),
      );
    }
  });
}

/** Wraps an event in the envelope of the Events API. */
export function envelope(state: SlackState, event: object): Record<string, unknown> {
  const { app, team, clock } = state;
  return {
    token: 'verification-token-is-deprecated',
    team_id: team.id,
    context_team_id: team.id,
    api_app_id: app.id,
    event,
    type: 'event_callback',
    event_id: state.newId('Ev'),
    event_time: Math.floor(clock.now() / 1000),
    authorizations: [
      { enterprise_id: null, team_id: team.id, user_id: app.user.id, is_bot: true, is_enterprise_install: false },
    ],
    is_ext_shared_channel: false,
  };
}

function describe(state: SlackState, change: Exclude<StateChange, { kind: 'notice' }>): object {
  const { channel, message } = change;
  const place = { channel: channel.id, channel_type: typeOf(channel) };
  if (change.kind === 'message') return { ...wire(message), ...place, event_ts: message.ts };
  const ts = state.newTs();
  const hidden = { type: 'message', hidden: true, ...place, ts, event_ts: ts };
  if (change.kind === 'delete') {
    return { ...hidden, subtype: 'message_deleted', deleted_ts: message.ts, previous_message: wire(message) };
  }
  return {
    ...hidden,
    subtype: 'message_changed',
    message: wire(message),
    previous_message: change.previous && wire(change.previous),
  };
}

/** Messages of people also contain their text as a rich text block. */
function wire(message: SlackMessage): object {
  if (message.bot_id !== undefined || message.blocks || message.text === '') return message;
  const text = { type: 'rich_text_section', elements: [{ type: 'text', text: message.text }] };
  return { ...message, blocks: [{ type: 'rich_text', block_id: 'words', elements: [text] }] };
}

function typeOf({ kind }: SlackChannel): string {
  return { public: 'channel', private: 'group', im: 'im' }[kind];
}
