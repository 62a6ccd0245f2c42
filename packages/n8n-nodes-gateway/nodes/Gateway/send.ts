import {
  NodeApiError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type JsonObject,
} from 'n8n-workflow';
import { send } from '../../transport/requests.js';
import { idempotencyKey } from './wait.js';

/** Sends a message for each item. */
export async function sendMessages(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const sent: INodeExecutionData[] = [];
  for (let item = 0; item < context.getInputData().length; item += 1) {
    try {
      sent.push({ json: await sendMessage(context, item), pairedItem: { item } });
    } catch (error) {
      if (!context.continueOnFail()) throw new NodeApiError(context.getNode(), error as JsonObject);
      sent.push({ json: { error: (error as Error).message }, pairedItem: { item } });
    }
  }
  return [sent];
}

async function sendMessage(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
  const { replyTo, threadId } = context.getNodeParameter('options', itemIndex, {}) as Record<string, string>;
  return await send<IDataObject>(context, {
    method: 'POST',
    path: '/v1/messages/send',
    headers: { 'Idempotency-Key': idempotencyKey(context, itemIndex) },
    body: {
      channel_id: context.getNodeParameter('messageChannelId', itemIndex) as string,
      text: context.getNodeParameter('message', itemIndex) as string,
      ...(replyTo && { reply_to: replyTo }),
      ...(threadId && { thread_id: threadId }),
    },
    itemIndex,
  });
}
