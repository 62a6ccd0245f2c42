import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { send } from '../../transport/requests.js';

interface Channel {
  readonly channel_type: 'MESSAGE' | 'PROMPT';
  readonly is_active: boolean;
  readonly callback_url: string | null;
}

const PREVIOUS = 'previousCallbackUrl';

/** Whether the channel sends its messages to this workflow. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
  const { is_active, callback_url } = await readChannel(context);
  return is_active && callback_url === ownUrl(context);
}

/** Sends the messages of the channel to this workflow, and remembers where they went before. */
export async function register(context: IHookFunctions): Promise<boolean> {
  const channel = await readChannel(context);
  if (channel.channel_type !== 'MESSAGE' || !channel.is_active)
    throw new NodeOperationError(
      context.getNode(),
      'The trigger needs an active channel of the type MESSAGE. Choose another one, or activate it in the console.',
    );
  const memory = context.getWorkflowStaticData('node');
  if (channel.callback_url !== ownUrl(context)) memory[PREVIOUS] = channel.callback_url;
  await setCallbackUrl(context, ownUrl(context));
  return true;
}

/**
 * Gives the channel its earlier callback address again: a MESSAGE channel always has one. Leaves a channel alone that is inactive, or
 * that sends its messages to another address by now.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
  const memory = context.getWorkflowStaticData('node');
  const previous = memory[PREVIOUS];
  if (typeof previous === 'string' && (await isRegistered(context))) await setCallbackUrl(context, previous);
  delete memory[PREVIOUS];
  return true;
}

function ownUrl(context: IHookFunctions): string {
  return context.getNodeWebhookUrl('default') ?? '';
}

function pathOf(context: IHookFunctions): string {
  return `/v1/channels/${encodeURIComponent(context.getNodeParameter('channelId') as string)}`;
}

async function readChannel(context: IHookFunctions): Promise<Channel> {
  return await send<Channel>(context, { method: 'GET', path: pathOf(context) });
}

async function setCallbackUrl(context: IHookFunctions, url: string): Promise<void> {
  await send(context, { method: 'PATCH', path: pathOf(context), body: { callback_url: url } });
}
