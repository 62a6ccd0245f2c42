import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type ILoadOptionsFunctions,
  type IN8nHttpFullResponse,
  type IWebhookFunctions,
  type JsonObject,
} from 'n8n-workflow';
import { isGenuine } from './signature.js';

export const CREDENTIAL = 'gatewayApi';

/** Longer than the gateway needs to post a question to a slow platform. */
const RESPONSE_LIMIT_MS = 90_000;

interface Credentials {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly signingSecret?: string;
  readonly previousSigningSecret?: string;
}

export interface GatewayRequest {
  readonly method: IHttpRequestMethods;
  /** With its query, such as `/v1/channels?active=true`. */
  readonly path: string;
  readonly body?: IDataObject;
  readonly headers?: IDataObject;
  /** The item of the workflow that an error belongs to. */
  readonly itemIndex?: number;
}

type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** Sends a request to the gateway. Throws `NodeApiError` with the gateway's own sentence for any status but 2xx. */
export async function send<Reply>(context: Context, request: GatewayRequest): Promise<Reply> {
  const { method, path, body, headers, itemIndex } = request;
  const { baseUrl } = await context.getCredentials<Credentials>(CREDENTIAL, itemIndex);
  const at = { ...(itemIndex !== undefined && { itemIndex }) };
  let response: IN8nHttpFullResponse;
  try {
    response = (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
      method,
      url: baseUrl.trim().replace(/\/$/, '') + path,
      ...(headers && { headers }),
      ...(body && { body }),
      json: true,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      // The key must not follow a redirect to another host.
      disableFollowRedirect: true,
      timeout: RESPONSE_LIMIT_MS,
    })) as IN8nHttpFullResponse;
  } catch (error) {
    throw new NodeApiError(context.getNode(), error as JsonObject, {
      message: `No complete response from the gateway at ${baseUrl}. Check the base URL of the credential.`,
      ...at,
    });
  }
  if (response.statusCode >= 200 && response.statusCode < 300) return response.body as Reply;
  const refusal = (typeof response.body === 'object' ? response.body : {}) as { detail?: string; code?: string };
  throw new NodeApiError(context.getNode(), response.body as JsonObject, {
    httpCode: String(response.statusCode),
    message: refusal.detail ?? `The address ${baseUrl} answered ${response.statusCode}. Is it that of the gateway?`,
    ...(refusal.code !== undefined && { description: `Error code of the gateway: ${refusal.code}` }),
    ...at,
  });
}

/** `genuine`, `forged`, or `unknown`: the credential has no signing secret. */
export async function checkSignature(context: IWebhookFunctions): Promise<'genuine' | 'forged' | 'unknown'> {
  const { signingSecret, previousSigningSecret } = await context.getCredentials<Credentials>(CREDENTIAL);
  const secrets = [signingSecret, previousSigningSecret].flatMap((secret) => (secret ? [secret] : []));
  if (secrets.length === 0) return 'unknown';
  const { rawBody } = context.getRequestObject() as unknown as { rawBody?: Buffer };
  return rawBody && isGenuine(rawBody, context.getHeaderData(), secrets) ? 'genuine' : 'forged';
}

/** A number such as 12 from a prompt id such as `#12`. */
export function promptNumber(context: Context, promptId: unknown): string {
  const number = typeof promptId === 'string' ? /^#?([1-9]\d{0,8})$/.exec(promptId)?.[1] : undefined;
  if (number === undefined) throw new NodeOperationError(context.getNode(), 'The prompt id must be like #12.');
  return number;
}
