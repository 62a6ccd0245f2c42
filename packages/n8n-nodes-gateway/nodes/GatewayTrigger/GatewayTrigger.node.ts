import {
  NodeConnectionTypes,
  type IHookFunctions,
  type ILoadOptionsFunctions,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { channelsOf } from '../../transport/channels.js';
import { checkSignature, CREDENTIAL } from '../../transport/requests.js';
import { isRegistered, register, unregister } from './channel.js';

/** Starts a workflow for each text that a person writes on a MESSAGE channel. */
export class GatewayTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Gateway Trigger',
    name: 'gatewayTrigger',
    icon: { light: 'file:../../icons/gateway.svg', dark: 'file:../../icons/gateway.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["channelId"]}}',
    description: 'Starts a workflow when a person writes on a channel of the gateway',
    defaults: { name: 'Gateway Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: CREDENTIAL, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'messages' }],
    properties: [
      {
        displayName: 'Channel Name or ID',
        name: 'channelId',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'messageChannels' },
        default: '',
        required: true,
        description:
          'While the workflow is active, the messages of this channel go to it, and to no other receiver. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
    ],
  };

  methods = {
    loadOptions: {
      async messageChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        return await channelsOf(this, 'MESSAGE');
      },
    },
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return await isRegistered(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        return await register(this);
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        return await unregister(this);
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    if ((await checkSignature(this)) === 'forged') {
      const detail = 'The signature is missing, old or wrong. Compare the secret of the credential.';
      this.getResponseObject().status(401).json({ detail });
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData();
    // Others are accepted without effect, such as the test of the address in the console.
    if (event['type'] !== 'message.created') return { webhookResponse: { status: 'ignored' } };
    return { workflowData: [[{ json: event }]] };
  }
}
