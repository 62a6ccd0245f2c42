import type { Channel, GatewayRequest, Prompt } from '@gateway/client';
import { command } from '../command.js';
import type { Context } from '../context.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import { promptIdOf } from '../outcome.js';
import { findChannel } from '../setup/access.js';

const PATH = '/console/session/sandbox';

/** The simulated chats of the gateway. */
interface Sandbox {
  readonly channels: readonly string[];
  readonly messages: readonly {
    readonly id: string;
    readonly chat: string;
    readonly buttons: readonly { readonly id: string; readonly label: string }[];
  }[];
}

export const sandbox = command({
  name: 'sandbox',
  summary: 'Make a channel with a simulated chat, to try the gateway without an account.',
  options: { channel: { type: 'string', value: 'ID', help: 'The name of the channel. Default: sandbox.' } },
  async run({ flags, context }) {
    const { gateway, output, signal, settings } = context;
    const channel = flags.channel ?? 'sandbox';
    const { channels } = await sandboxRequest(context, { method: 'GET', path: PATH });
    const isNew = !channels.includes(channel);
    if (isNew) {
      const other: Channel | null = await findChannel(gateway, channel, signal);
      if (other?.is_active)
        throw new UsageError(`The channel ${channel} is of a real chat. Choose another by --channel.`);
      await sandboxRequest(context, { method: 'POST', path: PATH, body: { channel_id: channel } });
    }
    output.note(
      `The chat is in the console: ${settings.url}/console. Questions: gateway ask --channel ${channel} 'Deploy?' --option Yes`,
    );
    output.note('Press a button there, or by: gateway sandbox press 1 Yes');
    output.result({ channel, created: isNew }, channel);
    return exitCodes.success;
  },
});

export const sandboxPress = command({
  name: 'sandbox press',
  summary:
    'Press a button as the person in a simulated chat. Needs the right to change channels, which an asker lacks.',
  words: [{ name: 'ID' }, { name: 'BUTTON' }],
  async run({ words: [id, label], context }) {
    const { gateway, output, signal } = context;
    const path = `/v1/prompts/${promptIdOf(id)}` as const;
    const prompt = await gateway.request<Prompt>({ method: 'GET', path, signal });
    const { messages } = await sandboxRequest(context, { method: 'GET', path: PATH });
    const posted = [prompt, ...(prompt.posts ?? [])].flatMap(({ channel_id, message_id }) =>
      messages.filter((message) => message.chat === channel_id && message.id === message_id),
    );
    const [message] = posted;
    if (!message) throw new UsageError(`${prompt.id} is in no simulated chat.`);
    const button = message.buttons.find((each) => each.label === label || withoutSign(each.label) === label);
    if (!button) {
      const labels = message.buttons.map((each) => each.label).join(', ');
      throw new UsageError(
        `${prompt.id} has no button ${label}. ${labels ? `Its buttons: ${labels}.` : 'It has no buttons.'}`,
      );
    }
    const body = { channel_id: message.chat, message_id: message.id, button_id: button.id };
    await sandboxRequest(context, { method: 'POST', path: `${PATH}/press`, body });
    output.result({ prompt_id: prompt.id, button: button.label }, `Pressed ${button.label} of ${prompt.id}.`);
    return exitCodes.success;
  },
});

/** Buttons of decisions begin with a sign of the gateway, such as ✅. */
function withoutSign(label: string): string {
  return label.slice(label.indexOf(' ') + 1);
}

async function sandboxRequest(
  { gateway, signal }: Context,
  request: Pick<GatewayRequest, 'method' | 'path' | 'body'>,
): Promise<Sandbox> {
  return await gateway.request<Sandbox>({ ...request, signal });
}
