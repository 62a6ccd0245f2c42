import { chunksOf, concatenated, type Bytes } from './bytes.js';
import type {
  GatewayTest,
  MessageCreated,
  PromptAnswered,
  PromptExpired,
  PromptWithdrawn,
} from './generated/contract.js';
import { byWebhookSignature, type SignedHeaders } from './signature.js';

/** An event that the gateway posts to a `callback_url`. */
export type CallbackEvent = PromptAnswered | PromptExpired | PromptWithdrawn | MessageCreated | GatewayTest;

/** Called with an event of its type. An event can arrive twice: remember its `event_id`. */
type CallbackHandlers = {
  readonly [Event in CallbackEvent as Event['type']]?: (event: Event) => unknown;
};

export interface CallbackOptions {
  /** `CALLBACK_SIGNING_SECRET` of the gateway; during a change of the secret, the old and the new one. */
  readonly secret: string | readonly string[];
  /**
   * Store the event here and work later: the gateway waits for 15 seconds. When a handler fails, the gateway posts the event again.
   * Events without a handler are accepted.
   */
  readonly on: CallbackHandlers;
  /** Called when a handler fails. Default: writes the error to the console. */
  readonly onError?: (error: unknown) => void;
}

const LONGEST_BODY = 1024 * 1024;

/** A callback receiver for servers that take a `Request` and return a `Response`, such as Hono, Next.js, Deno, Bun and workers. */
export function fetchCallbacks(options: CallbackOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const status = await receive(options, request.headers, chunksOf(request));
    return new Response(null, { status });
  };
}

/** A request of Node, or of Express, in which `body` is the raw body if something has read it before. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
}

export interface NodeResponse {
  statusCode: number;
  end(): unknown;
}

/** A callback receiver for Express and `http.createServer`. It needs the raw body: put it before `express.json()`. */
export function nodeCallbacks(
  options: CallbackOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    response.statusCode = await receive(options, request.headers, rawBody(request));
    response.end();
  };
}

/** Returns the status of the response. */
async function receive(
  { secret, on, onError = report }: CallbackOptions,
  headers: SignedHeaders,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  try {
    const body = await read(chunks);
    if (!body) return 413;
    if (!(await byWebhookSignature({ body, headers, secret }))) return 401;
    const event = JSON.parse(new TextDecoder().decode(body)) as CallbackEvent;
    await (on[event.type] as ((event: CallbackEvent) => unknown) | undefined)?.(event);
    return 204;
  } catch (error) {
    onError(error);
    return 500;
  }
}

/** Null: too long. */
async function read(chunks: AsyncIterable<Uint8Array>): Promise<Bytes | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > LONGEST_BODY) return null;
    parts.push(chunk);
  }
  return concatenated(parts);
}

async function* rawBody(request: NodeRequest): AsyncGenerator<Uint8Array, void> {
  if (request.body === undefined) yield* request;
  else if (request.body instanceof Uint8Array) yield request.body;
  else throw new TypeError('The body of the callback was parsed before. Put nodeCallbacks before express.json().');
}

function report(error: unknown): void {
  // oxlint-disable-next-line no-console -- the only log that every runtime has
  console.error(error);
}
