import express, { type Request, type Response, type Router } from 'express';
import { BodyError, readBody, type RequestBody } from '../simulator/body.js';
import type { CallLog } from '../simulator/call-log.js';
import type { Faults } from '../simulator/faults.js';
import type { Bot } from './bot.js';
import { TelegramError } from './errors.js';
import { findMethod } from './methods/index.js';
import { Described, type Invocation } from './methods/method.js';
import { createParams } from './params.js';
import type { World } from './world.js';

const MAX_BODY = 52 * 1024 * 1024;

export interface ApiSettings {
  world: World;
  log: CallLog;
  faults: Faults;
  /** What every invocation of a method shares. */
  shared: Pick<Invocation, 'limits' | 'fetchUrls' | 'allowHttpWebhooks'>;
}

interface Answer {
  status: number;
  body: object;
}

export interface TelegramApi {
  /** Serves `/bot<token>/<method>` and `/file/bot<token>/<path>`. */
  router: Router;
  /** Executes a method that a webhook's reply named; as on the real server its outcome is not reported. */
  replyCall(bot: Bot, method: string, params: Record<string, unknown>): Promise<void>;
}

export function telegramApi({ world, log, faults, shared }: ApiSettings): TelegramApi {
  /** Runs a method and logs it; errors become answers. */
  async function invoke(bot: Bot, name: string, body: RequestBody, signal: AbortSignal): Promise<Answer> {
    const method = findMethod(name);
    const call = log.begin(bot.me.username, method?.name ?? name, visible(body), world.clock.now());
    const answer = await (async () => {
      try {
        if (!method) throw new TelegramError(404, 'Not Found: method not found');
        const result = await method.run({ world, bot, params: createParams(body), signal, ...shared });
        const [value, description] = result instanceof Described ? [result.result, result.description] : [result];
        return { status: 200, body: { ok: true, result: value, ...(description && { description }) } };
      } catch (error) {
        return failure(error);
      }
    })();
    const { result, description } = answer.body as { result?: unknown; description?: string };
    log.end(call, answer.status, answer.status === 200 ? result : description);
    return answer;
  }

  async function serve(request: Request, response: Response): Promise<void> {
    const { token, method } = request.params as { token: string; method: string };
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const bot = world.bots.get(token);
    if (!/^\d+:[\w-]+$/.test(token)) return send(response, failure(new TelegramError(404, 'Not Found')));
    if (!bot || bot.revoked) return send(response, failure(new TelegramError(401, 'Unauthorized')));
    let body: RequestBody;
    try {
      body = await readBody(request, MAX_BODY);
    } catch (error) {
      if (!(error instanceof BodyError)) return void response.destroy();
      const description = error.status === 400 ? `Bad Request: ${error.message}` : error.message;
      return send(response, failure(new TelegramError(error.status, description)));
    }
    body.fields = { ...(request.query as Record<string, unknown>), ...body.fields };
    const fault = faults.take(method, body.fields);
    if (fault?.delayMs) await world.clock.sleep(fault.delayMs, gone.signal);
    const isLost = fault !== undefined && (fault.answer ?? fault.hang ?? fault.drop) !== undefined;
    if (!isLost || fault.afterEffect) {
      const answer = await invoke(bot, method, body, gone.signal);
      if (!isLost) return send(response, answer);
    } else {
      const call = log.begin(bot.me.username, findMethod(method)?.name ?? method, visible(body), world.clock.now());
      if (fault.answer) log.end(call, fault.answer.status, fault.answer.body);
    }
    if (fault.drop) return void request.socket.destroy();
    if (fault.answer) {
      response.status(fault.answer.status).set(fault.answer.headers ?? {});
      if (typeof fault.answer.body === 'string') response.type('html').send(fault.answer.body);
      else response.json(fault.answer.body);
    }
  }

  const router = express.Router();
  router.all('/bot:token/:method', (request, response) => serve(request, response));
  router.get('/file/bot:token/:folder/:fileId', (request, response) => {
    const file = world.files.get(request.params.fileId);
    if (!world.bots.has(request.params.token) || !file)
      return send(response, failure(new TelegramError(404, 'Not Found')));
    response.type(file.type).send(file.bytes);
  });
  router.all(/^\/(bot|file\/)/, (_request, response) => send(response, failure(new TelegramError(404, 'Not Found'))));

  return {
    router,
    replyCall: async (bot, method, params) => {
      await invoke(bot, method, { fields: params, files: new Map() }, new AbortController().signal);
    },
  };
}

function send(response: Response, { status, body }: Answer): void {
  if (response.destroyed) return;
  const { parameters } = body as { parameters?: { retry_after?: number } };
  if (parameters?.retry_after !== undefined) response.set('Retry-After', String(parameters.retry_after));
  response.status(status).json(body);
}

function failure(error: unknown): Answer {
  const { code, description, parameters } =
    error instanceof TelegramError ? error : new TelegramError(500, `Internal Server Error: ${String(error)}`);
  return { status: code, body: { ok: false, error_code: code, description, ...(parameters && { parameters }) } };
}

/** Parameters as the log shows them: the webhook's secret is hidden, a file is described. */
function visible({ fields, files }: RequestBody): Record<string, unknown> {
  const shown = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, key === 'secret_token' ? '•••' : value]),
  );
  for (const [key, { name, type, bytes }] of files) shown[key] = { name, type, size: bytes.length };
  return shown;
}
