import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

/** Statuses whose responses have no body. */
const bodyless = new Set([204, 205, 304]);

/** A standard `Response` for an answer of undici's `request`. */
export async function responseOf(
  url: string,
  { statusCode: status, statusText, headers: given, body }: Dispatcher.ResponseData,
  signal: AbortSignal | null,
): Promise<Response> {
  const headers = Object.entries(given).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  const init = { status, statusText, headers };
  const encoding = given['content-encoding'];
  let response: Response;
  if (bodyless.has(status)) {
    await body.dump();
    response = new Response(null, init);
  } else if (encoding === undefined || encoding === 'identity')
    response = new TextResponse(body, init, signal) as unknown as Response;
  else response = new Response(webStream(pipeline(body, decompressor(String(encoding)), () => {})), init);
  Object.defineProperty(response, 'url', { value: url });
  return response;
}

/** Servers may compress answers without a request for it. */
function decompressor(encoding: string) {
  return encoding === 'br' ? createBrotliDecompress() : createUnzip();
}

/** Its members are declared as properties, which a subclass could not override. */
const BaseResponse = Response as unknown as new (body: null, init: ResponseInit) => object;

/** A response whose body is read as a whole, without a web stream, unless the caller asks for one. */
class TextResponse extends BaseResponse {
  readonly #answer: Dispatcher.ResponseData['body'];
  readonly #init: ResponseInit;
  readonly #signal: AbortSignal | null;
  /** Null until the caller asks for a stream. */
  #streamed: Response | null = null;
  #isRead = false;

  constructor(answer: Dispatcher.ResponseData['body'], init: ResponseInit, signal: AbortSignal | null) {
    super(null, init);
    this.#answer = answer;
    this.#init = init;
    this.#signal = signal;
  }

  get body() {
    return this.#asStream().body;
  }

  get bodyUsed() {
    return this.#streamed?.bodyUsed ?? this.#isRead;
  }

  async text(): Promise<string> {
    return this.#streamed ? await this.#streamed.text() : await this.#read(() => this.#answer.text());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#streamed ? await this.#streamed.arrayBuffer() : await this.#read(() => this.#answer.arrayBuffer());
  }

  async blob() {
    return await this.#asStream().blob();
  }

  async formData() {
    return await this.#asStream().formData();
  }

  clone(): Response {
    return this.#asStream().clone();
  }

  /** Rejects as `fetch` does: with the reason of the signal, or with a `TypeError` that has the network error as its cause. */
  async #read<T>(read: () => Promise<T>): Promise<T> {
    if (this.#isRead) throw new TypeError('Body is unusable: Body has already been read');
    this.#isRead = true;
    try {
      return await read();
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw new TypeError('terminated', { cause: error });
    }
  }

  #asStream(): Response {
    this.#streamed ??= new Response(webStream(this.#answer), this.#init);
    return this.#streamed;
  }
}

function webStream(body: Readable): ReadableStream {
  return Readable.toWeb(body) as ReadableStream;
}
