import express, { type Request, type Response, type Router } from 'express';
import { BodyError, readBody, type RequestBody } from '../server/body.js';
import type { Bot } from './bot.js';
import { TelegramError } from './errors.js';
import { methodFinder } from './methods/index.js';
import { Described, type Invocation, type Method } from './methods/method.js';
import { createParams } from './params.js';
import type { TelegramState } from './state.js';

const MAX_BODY_BYTES = 52 * 1024 * 1024;

/** One call of the Bot API by a bot whose token is valid. */
export interface ApiCall {
  bot: Bot;
  /** As the caller wrote it: unknown names and any case are possible. */
  method: string;
  body: RequestBody;
  /** Aborts when the caller has disconnected. */
  signal: AbortSignal;
}

/** A string body is sent as text/html, anything else as JSON. */
export interface ApiAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Executes calls; never rejects. `hang`: no answer. `drop`: the connection is closed without an answer. */
export type ApiHandler = (call: ApiCall) => Promise<ApiAnswer | 'hang' | 'drop'>;

export interface MethodRunnerOptions {
  state: TelegramState;
  methods: Readonly<Record<string, Method>>;
  /** The same for every call. */
  shared: Pick<Invocation, 'limits' | 'fetchUrls'>;
}

/** Runs methods; their errors become answers. */
export function methodRunner({ state, methods, shared }: MethodRunnerOptions): (call: ApiCall) => Promise<ApiAnswer> {
  const findMethod = methodFinder(methods);
  return async ({ bot, method: name, body, signal }) => {
    try {
      const method = findMethod(name);
      if (!method) throw new TelegramError(404, 'Not Found: method not found');
      const result = await method.run({ state, bot, params: createParams(body), signal, ...shared });
      const [value, description] = result instanceof Described ? [result.result, result.description] : [result];
      return { status: 200, body: { ok: true, result: value, ...(description && { description }) } };
    } catch (error) {
      return failure(error);
    }
  };
}

/** Serves `/bot<token>/<method>` and `/file/bot<token>/<path>`. */
export function telegramRouter(state: TelegramState, handle: ApiHandler): Router {
  async function serve(request: Request, response: Response): Promise<void> {
    const { token, method } = request.params as { token: string; method: string };
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    const bot = state.bots.get(token);
    if (!/^\d+:[\w-]+$/.test(token)) return send(response, failure(new TelegramError(404, 'Not Found')));
    if (!bot || bot.revoked) return send(response, failure(new TelegramError(401, 'Unauthorized')));
    let body: RequestBody;
    try {
      body = await readBody(request, MAX_BODY_BYTES);
    } catch (error) {
      if (!(error instanceof BodyError)) return void response.destroy();
      const description = error.status === 400 ? `Bad Request: ${error.message}` : error.message;
      return send(response, failure(new TelegramError(error.status, description)));
    }
    body.fields = { ...(request.query as Record<string, unknown>), ...body.fields };
    const answer = await handle({ bot, method, body, signal: disconnected.signal });
    if (answer === 'drop') return void request.socket.destroy();
    if (answer !== 'hang') send(response, answer);
  }

  const router = express.Router();
  router.all('/bot:token/:method', (request, response) => serve(request, response));
  router.get('/file/bot:token/:folder/:fileId', (request, response) => {
    const file = state.files.get(request.params.fileId);
    const bot = state.bots.get(request.params.token);
    if (!bot || bot.revoked || !file) return send(response, failure(new TelegramError(404, 'Not Found')));
    response.type(file.type).send(file.bytes);
  });
  router.all(/^\/(bot|file\/)/, (_request, response) => send(response, failure(new TelegramError(404, 'Not Found'))));
  return router;
}

function send(response: Response, { status, body, headers }: ApiAnswer): void {
  if (response.destroyed) return;
  response.status(status).set(headers ?? {});
  if (typeof body === 'string') return void response.type('html').send(body);
  response.json(body);
}

function failure(error: unknown): ApiAnswer {
  const { code, description, parameters } =
    error instanceof TelegramError ? error : new TelegramError(500, `Internal Server Error: ${String(error)}`);
  return {
    status: code,
    body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
    ...(parameters?.retry_after !== undefined && { headers: { 'Retry-After': String(parameters.retry_after) } }),
  };
}
