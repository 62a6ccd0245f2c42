import {
  getSandbox,
  pressInSandbox,
  startSandbox,
  writeInSandbox,
  type BodyOf,
  type SandboxState,
} from '@gateway/contract';
import { Refusal, requireChannel, sees, type ChannelRow, type Gateway, type Principal } from '@gateway/core';
import type { Simulation } from '../../sandbox/find-simulation.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { endpoint, type Endpoint } from '../endpoint.js';

/** The chat with the simulated platform. */
export function sandboxRoutes({ channels }: Gateway, sandbox: Sandbox): Endpoint[] {
  /** The simulated chat of a channel. Throws when the channel is not in the sandbox. */
  async function chatOf(principal: Principal, channelId: string): Promise<{ simulation: Simulation; target: string }> {
    requireChannel(principal, channelId);
    const simulation = await sandbox.running();
    const channel = (await sandbox.channels(principal.organizationId)).find((row) => row.channelId === channelId);
    if (!simulation || !channel) {
      const why =
        sandbox.platform === null
          ? 'the sandbox is off: set SANDBOX=true and restart the gateway'
          : 'create one with POST /console/session/sandbox';
      throw new Refusal('not_found', `The sandbox has no active channel ${JSON.stringify(channelId)}: ${why}.`);
    }
    return { simulation, target: channel.targetChatId };
  }

  return [
    endpoint(getSandbox, ({ principal }) => stateOf(sandbox, principal)),
    endpoint(startSandbox, async ({ principal, body }) => {
      const { credentials, platform } = sandbox;
      requireChannel(principal, body.channel_id);
      requireCallback(body);
      const simulation = await sandbox.start();
      await channels.create(principal, {
        channelId: body.channel_id,
        channelType: body.channel_type,
        callbackUrl: body.callback_url,
        platform: platform ?? '',
        targetChatId: simulation.openChat({ name: body.channel_id }),
        credentials: { ...credentials },
      });
      return await stateOf(sandbox, principal);
    }),
    endpoint(pressInSandbox, async ({ principal, body }) => {
      const { simulation, target } = await chatOf(principal, body.channel_id);
      await inChat(() => simulation.press(target, body.message_id, body.button_id));
      return await stateOf(sandbox, principal);
    }),
    endpoint(writeInSandbox, async ({ principal, body }) => {
      const { simulation, target } = await chatOf(principal, body.channel_id);
      await inChat(() => simulation.write(target, body.text, body.reply_to));
      return await stateOf(sandbox, principal);
    }),
  ];
}

async function stateOf(sandbox: Sandbox, principal: Principal): Promise<SandboxState> {
  const { platform, isRunning } = sandbox;
  const all: readonly ChannelRow[] = platform === null ? [] : await sandbox.channels(principal.organizationId);
  const channels = all.filter(({ channelId }) => sees(principal, channelId));
  const simulation = await sandbox.running();
  const messages = channels.flatMap(({ channelId, targetChatId }) =>
    (simulation?.messages(targetChatId) ?? []).map((message) => ({ chat: channelId, message })),
  );
  return {
    available: platform !== null,
    running: isRunning,
    platform,
    channels: channels.map((channel) => channel.channelId),
    messages: messages
      .toSorted((left, right) => left.message.at.getTime() - right.message.at.getTime())
      .map(({ chat, message: { id, from, name, text, at, edited, buttons } }) => {
        return { id, chat, from, name, text, at: at.toISOString(), edited, buttons: [...buttons] };
      }),
  };
}

/** Checks the rule for MESSAGE channels before the simulation is started. */
function requireCallback({ channel_type, callback_url }: BodyOf<typeof startSandbox>): void {
  if (channel_type === 'MESSAGE' && callback_url === null)
    throw new Refusal('invalid', 'callback_url is required on a MESSAGE channel.', 'callback_url');
}

/** Runs an action in the chat. An impossible one, such as pressing a removed button, becomes a `Refusal`. */
async function inChat(act: () => Promise<void> | void): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ControlError') throw error;
    const isMissing = 'status' in error && error.status === 404;
    throw new Refusal(isMissing ? 'not_found' : 'invalid', error.message.replace(/[^.!?]$/, '$&.'));
  }
}
