import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  INode,
  INodeExecutionData,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { root } from '../docs/blocks.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';

/** n8n checks the one for nodes with the operation sendAndWait, the other for all others. */
const [signature, resumeToken] = ['5161', '70ce'];

// The compiled nodes, loaded as n8n loads them: with `require`.
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-b', 'packages/n8n-nodes-gateway'], { cwd: root });
const load = createRequire(import.meta.url);
const { GatewayApi } = load('n8n-nodes-gateway/dist/credentials/GatewayApi.credentials.js') as CredentialModule;
const { Gateway } = load('n8n-nodes-gateway/dist/nodes/Gateway/Gateway.node.js') as NodeModule;
const { GatewayTrigger } = load('n8n-nodes-gateway/dist/nodes/GatewayTrigger/GatewayTrigger.node.js') as TriggerModule;

type CredentialModule = typeof import('n8n-nodes-gateway/dist/credentials/GatewayApi.credentials.js');
type NodeModule = typeof import('n8n-nodes-gateway/dist/nodes/Gateway/Gateway.node.js');
type TriggerModule = typeof import('n8n-nodes-gateway/dist/nodes/GatewayTrigger/GatewayTrigger.node.js');

/** One execution of a workflow. */
export interface Execution {
  readonly id: string;
  status: 'running' | 'waiting' | 'success';
  /** What n8n stores with a waiting execution. */
  readonly context: IDataObject;
  output: INodeExecutionData[];
}

export interface Credentials {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly signingSecret?: string;
}

interface Step {
  readonly items?: INodeExecutionData[];
  /** A further round of a loop, or a further try of the same step. */
  readonly execution?: Execution;
  readonly round?: number;
  readonly continueOnFail?: boolean;
}

/** A request to a webhook of n8n. */
interface Call {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

/**
 * What n8n does around a node: it holds credentials and executions, sends requests, and serves the webhooks of waiting executions and
 * of active triggers, with the responses that n8n 2 gives.
 */
export async function startN8n(credentials: Credentials) {
  const executions = new Map<string, Execution>();
  const staticData: IDataObject = {};
  const messages: IDataObject[] = [];
  const node: INode = {
    id: randomUUID(),
    name: 'Ask',
    type: 'gateway',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  };
  let parametersOfWaiting: IDataObject = {};

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => serve({ request, body, response }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const common = (parameters: IDataObject) => ({
    getNode: () => node,
    getCredentials: async () => credentials,
    getInstanceId: () => 'instance',
    getWorkflowStaticData: () => staticData,
    helpers: {
      httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
        await send(credentials, options),
    },
    parameters,
  });

  async function serve(call: Call): Promise<void> {
    const [, kind, id = '', suffix] = (call.request.url ?? '').split(/[/?]/);
    const execution = executions.get(id);
    const reply = (status: number, text = '') => void call.response.writeHead(status).end(text);
    if (kind === 'webhook')
      return await finish(call, await webhook(new GatewayTrigger(), call, {}), (item) => messages.push(item));
    if (!execution || suffix !== node.id) return reply(404);
    const wanted = (parametersOfWaiting['operation'] ?? 'sendAndWait') === 'sendAndWait' ? signature : resumeToken;
    if (!call.request.url?.endsWith(`?signature=${wanted}`)) return reply(401, 'Invalid token');
    if (execution.status === 'running') return reply(409);
    if (execution.status === 'success') return reply(200, 'No action required');
    await finish(call, await webhook(new Gateway(), call, execution.context), (item) => {
      execution.status = 'success';
      execution.output = [{ json: item }];
    });
  }

  async function webhook(
    type: InstanceType<typeof Gateway> | InstanceType<typeof GatewayTrigger>,
    call: Call,
    context: IDataObject,
  ) {
    const response = {
      status: (code: number) => ({ json: (body: object) => call.response.writeHead(code).end(JSON.stringify(body)) }),
    };
    return await type.webhook.call({
      ...common(parametersOfWaiting),
      getBodyData: () => JSON.parse(call.body.toString('utf8')) as IDataObject,
      getHeaderData: () => call.request.headers,
      getRequestObject: () => ({ rawBody: call.body }),
      getResponseObject: () => response,
      // Contexts of webhooks have no `getContext`.
      evaluateExpression: (expression: string) => {
        const [, name, key = ''] = /^\{\{ \$node\["(.*)"\]\.context\["(.*)"\] \}\}$/.exec(expression) ?? [];
        return name === node.name ? context[key] : undefined;
      },
    } as unknown as IWebhookFunctions);
  }

  const hooks = (channelId: string) =>
    ({
      ...common({}),
      getNodeParameter: () => channelId,
      getNodeWebhookUrl: () => `${url}/webhook/${node.id}/messages`,
    }) as unknown as IHookFunctions;

  return {
    url,
    messages,
    resumeUrl: (execution: Execution) => `${url}/webhook-waiting/${execution.id}/${node.id}?signature=${signature}`,
    trigger: (channelId: string) => {
      const { checkExists, create, delete: remove } = new GatewayTrigger().webhookMethods.default;
      return {
        isRegistered: async () => await checkExists.call(hooks(channelId)),
        activate: async () => await create.call(hooks(channelId)),
        deactivate: async () => await remove.call(hooks(channelId)),
      };
    },
    /** Runs the node. It waits, or has finished, when this returns. */
    async run(
      parameters: IDataObject,
      { items = [{ json: {} }], round = 0, continueOnFail = false, ...step }: Step = {},
    ) {
      const execution: Execution = step.execution ?? {
        id: String(executions.size + 1),
        status: 'running',
        context: {},
        output: [],
      };
      execution.status = 'running';
      executions.set(execution.id, execution);
      parametersOfWaiting = parameters;
      let waits = false;
      const [output = []] = await new Gateway().execute.call({
        ...common(parameters),
        getNodeParameter: (name: string, _item: number, fallback?: unknown) => {
          const value = parameters[name] ?? fallback;
          if (value === undefined) throw new Error(`Could not get parameter ${name}`);
          return value;
        },
        getInputData: () => items,
        getExecutionId: () => execution.id,
        getContext: () => execution.context,
        evaluateExpression: (expression: string) =>
          expression === '{{ $runIndex }}' ? round : `${url}/webhook-waiting/${execution.id}?signature=${resumeToken}`,
        getSignedResumeUrl: () => `${url}/webhook-waiting/${execution.id}/${node.id}?signature=${signature}`,
        continueOnFail: () => continueOnFail,
        putExecutionToWait: async () => void (waits = true),
      } as unknown as IExecuteFunctions);
      execution.status = waits ? 'waiting' : 'success';
      execution.output = output;
      return execution;
    },
    /** The output of a waiting node, when it has gone on. */
    async outputOf(execution: Execution): Promise<IDataObject> {
      await until(() => execution.status === 'success');
      return execution.output[0]?.json ?? {};
    },
  };
}

async function finish(
  { response }: Call,
  { workflowData, webhookResponse, noWebhookResponse }: IWebhookResponseData,
  continueWith: (item: IDataObject) => void,
): Promise<void> {
  if (noWebhookResponse) return;
  const item = workflowData?.[0]?.[0]?.json;
  if (item) continueWith(item);
  response.writeHead(200).end(JSON.stringify(webhookResponse ?? { message: 'Workflow was started' }));
}

/** The request with the headers that the credential type declares. */
async function send(
  credentials: Credentials,
  { url, method, headers, body, disableFollowRedirect }: IHttpRequestOptions,
) {
  const declared = Object.entries(
    (new GatewayApi().authenticate.properties.headers ?? {}) as Record<string, string>,
  ).map(([name, template]) => [name, template.replace('={{$credentials.apiKey}}', credentials.apiKey ?? '')]);
  const response = await fetch(url, {
    method: method ?? 'GET',
    headers: {
      ...(headers as Record<string, string>),
      ...Object.fromEntries(declared),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: disableFollowRedirect ? 'manual' : 'follow',
  });
  const text = await response.text();
  return { statusCode: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
