import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

/** Where the gateway is, and the key and secret for it. */
export class GatewayApi implements ICredentialType {
  name = 'gatewayApi';

  displayName = 'Gateway API';

  icon: Icon = { light: 'file:../icons/gateway.svg', dark: 'file:../icons/gateway.dark.svg' };

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'http://localhost:8100',
      required: true,
      description: 'The address of the gateway, as n8n reaches it',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'A key with the preset "asker"; the trigger needs "agent". Leave it empty for a gateway without USE_AUTH=true.',
    },
    {
      displayName: 'Callback Signing Secret',
      name: 'signingSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'The CALLBACK_SIGNING_SECRET of the gateway. With it, callbacks are verified by their signature. Without it, answers are read from the gateway again before they count, and the trigger accepts every request.',
    },
    {
      displayName: 'Previous Callback Signing Secret',
      name: 'previousSigningSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'The old secret, while the secret is being changed',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/[/]$/, "")}}', url: '/v1/channels?limit=1' },
  };
}
