import {
  NodeConnectionTypes,
  SEND_AND_WAIT_OPERATION,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type INodeExecutionData,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { channelsOf } from '../../transport/channels.js';
import { CREDENTIAL } from '../../transport/requests.js';
import { consumeApprovals } from './consume.js';
import { properties } from './properties.js';
import { decisionOf, questionOf } from './questions.js';
import { sendMessages } from './send.js';
import { askAndWait, receiveAnswer } from './wait.js';

/** Asks people by the gateway. n8n makes a human review for AI agents from its operation `sendAndWait`. */
export class Gateway implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Gateway',
    name: 'gateway',
    icon: { light: 'file:../../icons/gateway.svg', dark: 'file:../../icons/gateway.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Ask people in their chats, and wait for the answer',
    defaults: { name: 'Gateway' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: CREDENTIAL, required: true }],
    // n8n adds it to the resume address of the execution, so that several nodes of a workflow can wait.
    webhooks: [
      {
        name: 'default',
        httpMethod: 'POST',
        responseMode: 'onReceived',
        path: '={{ $nodeId }}',
        restartWebhook: true,
        isFullPath: true,
      },
    ],
    properties,
  };

  methods = {
    loadOptions: {
      async messageChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        return await channelsOf(this, 'MESSAGE');
      },
      async promptChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const channels = await channelsOf(this, 'PROMPT');
        return [{ name: 'Default Channel of the Gateway', value: '' }, ...channels];
      },
    },
  };

  // There is nothing to register: the address of a waiting execution exists. The rules of n8n want these methods beside every webhook.
  webhookMethods = {
    default: { checkExists: async () => true, create: async () => true, delete: async () => true },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    // A human review of an AI agent has no operation.
    switch (this.getNodeParameter('operation', 0, SEND_AND_WAIT_OPERATION)) {
      case 'send':
        return await sendMessages(this);
      case 'consume':
        return await consumeApprovals(this);
      case 'decide':
        return await askAndWait(this, decisionOf(this));
      default:
        return await askAndWait(this, questionOf(this));
    }
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await receiveAnswer(this);
  }
}
