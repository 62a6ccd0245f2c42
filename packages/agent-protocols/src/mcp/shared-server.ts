import {
  PerRequestHTTPServerTransport,
  type AuthInfo,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpServer,
  type MessageClassification,
  type MessageExtraInfo,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';

/** Receives the messages of one call: notes about its progress, and its result, which is the last. */
export interface CallSink {
  message(message: JSONRPCMessage, isLast: boolean): void;
}

interface OpenCall {
  /** The id that the client gave. Clients choose the same ids, so the server sees others. */
  readonly id: JSONRPCRequest['id'];
  readonly sink: CallSink;
}

/**
 * One server for the calls of many clients, which saves a server for each call. It extends the package's transport of one request,
 * because only that lets a server know that its requests are of the revision of 2026.
 */
export class SharedServer extends PerRequestHTTPServerTransport {
  readonly #calls = new Map<number, OpenCall>();
  readonly #extra: MessageExtraInfo;
  #lastId = 0;

  private constructor(classification: MessageClassification) {
    super({ classification });
    this.#extra = classification.era === 'modern' ? { classification } : {};
  }

  static async connect(server: McpServer, classification: MessageClassification): Promise<SharedServer> {
    const shared = new SharedServer(classification);
    await server.connect(shared);
    return shared;
  }

  override async start(): Promise<void> {}

  /**
   * Begins a call, whose messages go to what `open` returns; `open` gets a function that cancels the call. Null: the call was refused
   * before it began, and nothing was done.
   */
  begin<S extends CallSink>(request: JSONRPCRequest, authInfo: AuthInfo, open: (cancel: () => void) => S): S | null {
    const id = (this.#lastId += 1);
    // A refusal is sent at once. A tool runs later, in a microtask.
    let isRefused = false;
    this.#calls.set(id, { id: request.id, sink: { message: () => (isRefused = true) } });
    this.onmessage?.({ ...request, id }, { ...this.#extra, authInfo });
    if (isRefused) return null;
    const sink = open(() => this.#cancel(id));
    if (this.#calls.has(id)) this.#calls.set(id, { id: request.id, sink });
    return sink;
  }

  #cancel(requestId: number): void {
    if (!this.#calls.delete(requestId)) return;
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, this.#extra);
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isLast = !('method' in message);
    const id = Number(isLast ? message.id : options?.relatedRequestId);
    const call = this.#calls.get(id);
    if (!call) return;
    if (isLast) this.#calls.delete(id);
    call.sink.message(isLast ? { ...message, id: call.id } : message, isLast);
  }
}
