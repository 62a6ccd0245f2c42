import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

/** The body of a new prompt, from the parameters of `sendAndWait`. */
export function questionOf(context: IExecuteFunctions): IDataObject {
  const asked = { ...shared(context), text: context.getNodeParameter('message', 0) as string };
  // A human review of an AI agent has no response type: it wants an approval.
  switch (context.getNodeParameter('responseType', 0, 'approval')) {
    case 'freeText':
      return { ...asked, allow_text: true };
    case 'options': {
      const { values = [] } = context.getNodeParameter('buttons', 0, {}) as { values?: { label: string }[] };
      const allowText = context.getNodeParameter('allowText', 0, false);
      if (values.length === 0 && allowText !== true)
        throw new NodeOperationError(context.getNode(), 'Add at least one button, or allow free text.');
      return { ...asked, options: values.map(({ label }) => label), allow_text: allowText };
    }
    default:
      return { ...asked, decisions: ['approve', 'reject'], ...decisionTerms(context) };
  }
}

/** The body of a new prompt, from the parameters of `decide`. */
export function decisionOf(context: IExecuteFunctions): IDataObject {
  const name = context.getNodeParameter('actionName', 0) as string;
  const summary = context.getNodeParameter('summary', 0, '') as string;
  const risk = context.getNodeParameter('risk', 0, '') as string;
  const text = context.getNodeParameter('message', 0, '') as string;
  return {
    ...shared(context),
    text: text || `The workflow asks for a decision: ${name}`,
    action: { name, args: argumentsOf(context), ...(summary && { summary }), ...(risk && { risk }) },
    decisions: context.getNodeParameter('decisions', 0),
    ...decisionTerms(context),
  };
}

/** The arguments of the action. */
export function argumentsOf(context: IExecuteFunctions, itemIndex = 0): IDataObject {
  const given = context.getNodeParameter('args', itemIndex, {});
  if (given === '') return {};
  try {
    const args: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    if (typeof args === 'object' && args !== null && !Array.isArray(args)) return args as IDataObject;
  } catch {
    // The same message as for JSON that is not an object.
  }
  throw new NodeOperationError(context.getNode(), 'The arguments must be a JSON object, such as {"service": "api"}.');
}

interface Options {
  readonly approveLabel?: string;
  readonly askReason?: string;
  readonly correlationId?: string;
  readonly mediaUrl?: string;
  readonly policy?: string;
  readonly rejectLabel?: string;
  readonly ttlSec?: number;
}

function optionsOf(context: IExecuteFunctions): Options {
  return context.getNodeParameter('options', 0, {});
}

function shared(context: IExecuteFunctions): IDataObject {
  const { correlationId, mediaUrl, policy, ttlSec } = optionsOf(context);
  const channel = context.getNodeParameter('channelId', 0, '') as string;
  return {
    ...(channel && { channel_id: channel }),
    ...(correlationId && { correlation_id: correlationId }),
    ...(mediaUrl && { media_url: mediaUrl }),
    ...(policy && { policy }),
    ...(ttlSec !== undefined && { ttl_sec: ttlSec }),
  };
}

function decisionTerms(context: IExecuteFunctions): IDataObject {
  const { approveLabel, rejectLabel, askReason } = optionsOf(context);
  const labels = { ...(approveLabel && { approve: approveLabel }), ...(rejectLabel && { reject: rejectLabel }) };
  return { ...(Object.keys(labels).length > 0 && { labels }), ...(askReason && { ask_reason: askReason }) };
}
