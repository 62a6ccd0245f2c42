import { createHash } from 'node:crypto';
import {
  NodeOperationError,
  SEND_AND_WAIT_OPERATION,
  WAIT_INDEFINITELY,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { checkSignature, promptNumber, send } from '../../transport/requests.js';
import { closedPromptOf, outcomeOf, type ClosedPrompt, type PromptRecord } from './outcome.js';

const PROMPT_ID = 'prompt_id';

/** The same for each try of a step of an execution, and different for each round of a loop. */
export function idempotencyKey(context: IExecuteFunctions, itemIndex: number): string {
  const round = context.evaluateExpression('{{ $runIndex }}', itemIndex) as number;
  const step = [context.getInstanceId(), context.getExecutionId(), context.getNode().id, round, itemIndex];
  return `n8n-${createHash('sha256').update(step.join('\n')).digest('hex')}`;
}

/**
 * Where n8n continues the execution at this node. n8n checks a signature of the address for the operation `sendAndWait`, and the
 * token of the execution, which is part of its resume address, for other operations.
 */
function resumeUrl(context: IExecuteFunctions): string {
  if (context.getNodeParameter('operation', 0, SEND_AND_WAIT_OPERATION) === SEND_AND_WAIT_OPERATION)
    return context.getSignedResumeUrl();
  const url = new URL(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string);
  url.pathname += `/${encodeURIComponent(context.getNode().id)}`;
  return url.href;
}

/** Asks a question and puts the execution to wait until the gateway calls back. */
export async function askAndWait(context: IExecuteFunctions, question: IDataObject): Promise<INodeExecutionData[][]> {
  const items = context.getInputData();
  if (items.length > 1)
    throw new NodeOperationError(
      context.getNode(),
      `This operation asks one question, and got ${items.length} items. Put a Loop Over Items node in front of it to ask for each, or switch on Execute Once in its settings.`,
    );
  const { prompt_id } = await send<{ prompt_id: string }>(context, {
    method: 'POST',
    path: '/v1/prompts/new',
    headers: { 'Idempotency-Key': idempotencyKey(context, 0) },
    // The expiry of the question ends the wait as well.
    body: { ...question, callback_url: resumeUrl(context), notify_on_expiry: true },
    itemIndex: 0,
  });
  // n8n stores it with the waiting execution.
  context.getContext('node')[PROMPT_ID] = prompt_id;
  await context.putExecutionToWait(WAIT_INDEFINITELY);
  return [items];
}

/**
 * Receives a callback of a waiting execution. It continues with a genuine end of its own question. Other genuine events are accepted
 * without effect, such as the repeated answer to the question of an earlier round; anything else is refused.
 */
export async function receiveAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const signature = await checkSignature(context);
  if (signature === 'forged')
    return refused(context, 401, 'The signature is missing, old or wrong. Compare the secret of the credential.');
  const event = context.getBodyData() as unknown as ClosedPrompt & { readonly type?: string };
  const isEnd = event.type === 'prompt.answered' || event.type === 'prompt.expired';
  if (!isEnd || event.prompt_id !== ownPromptId(context)) return { webhookResponse: { status: 'ignored' } };
  const closed = signature === 'genuine' ? event : await readAgain(context, event.prompt_id);
  if (!closed) return refused(context, 401, 'The question is still open.');
  return { webhookResponse: { status: 'received' }, workflowData: [[{ json: outcomeOf(closed) }]] };
}

/** Without a secret, the record of the gateway counts and not the request, which could come from anywhere. */
async function readAgain(context: IWebhookFunctions, promptId: string): Promise<ClosedPrompt | null> {
  const path = `/v1/prompts/${promptNumber(context, promptId)}`;
  return closedPromptOf(await send<PromptRecord>(context, { method: 'GET', path }));
}

/** The prompt that the node asked last in this execution. Webhooks can read what n8n stored for the node by an expression only. */
function ownPromptId(context: IWebhookFunctions): unknown {
  return context.evaluateExpression(
    `{{ $node[${JSON.stringify(context.getNode().name)}].context[${JSON.stringify(PROMPT_ID)}] }}`,
  );
}

function refused(context: IWebhookFunctions, status: number, detail: string): IWebhookResponseData {
  context.getResponseObject().status(status).json({ detail });
  return { noWebhookResponse: true };
}
