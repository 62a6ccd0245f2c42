import { randomUUID } from 'node:crypto';
import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type JsonObject,
} from 'n8n-workflow';
import { promptNumber, send } from '../../transport/requests.js';
import { argumentsOf } from './questions.js';

interface Consumed {
  readonly prompt_id: string;
  readonly action_digest: string;
  readonly args: IDataObject | null;
  readonly consumed_at: string;
}

/** Uses an approval for each item. An approval that cannot be used is an error, so that the workflow does not run the action. */
export async function consumeApprovals(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const consumed: INodeExecutionData[] = [];
  for (let item = 0; item < context.getInputData().length; item += 1) {
    try {
      consumed.push({ json: await consumeApproval(context, item), pairedItem: { item } });
    } catch (error) {
      if (!context.continueOnFail()) throw new NodeApiError(context.getNode(), error as JsonObject);
      consumed.push({ json: { error: (error as Error).message }, pairedItem: { item } });
    }
  }
  return [consumed];
}

async function consumeApproval(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
  // An expression can be null, such as the digest after a rejection.
  const digest = ((context.getNodeParameter('actionDigest', itemIndex, '') as string | null) ?? '').trim();
  const name = (context.getNodeParameter('actionName', itemIndex, '') as string | null) ?? '';
  if (digest === '' && name === '')
    throw new NodeOperationError(
      context.getNode(),
      'Give the action digest, or the action. An answer that lets nothing run, such as a rejection, has no digest.',
      { itemIndex },
    );
  const { prompt_id, action_digest, args, consumed_at } = await send<Consumed>(context, {
    method: 'POST',
    path: `/v1/prompts/${promptNumber(context, context.getNodeParameter('promptId', itemIndex))}/consume`,
    // Random, and not that of the step: when n8n tries the step again, what follows may have run before.
    headers: { 'Idempotency-Key': `n8n-${randomUUID()}` },
    body: digest ? { action_digest: digest } : { action: { name, args: argumentsOf(context, itemIndex) } },
    itemIndex,
  });
  return { prompt_id, action_digest, args, consumed_at };
}
