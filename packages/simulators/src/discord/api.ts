import express, { type Request, type Response, type Router } from 'express';
import { BodyError, readBody, type RequestBody } from '@gateway/sandbox/server';
import type { CallLog } from '../common/call-log.js';
import type { Faults } from '../common/faults.js';
import { DiscordError, invalidForm, notFound, unauthorized } from './errors.js';
import type { Method } from './method.js';
import { RateLimit, type RateLimits } from './rate-limits.js';
import type { Bot, DiscordState } from './state.js';

const MAX_BODY_BYTES = 26 * 1024 * 1024;

export interface ApiSettings {
  state: DiscordState;
  log: CallLog;
  faults: Faults;
  methods: readonly Method[];
  limits: RateLimits;
}

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Serves the REST API under `/api/v10`, with Discord's errors. */
export function discordApi({ state, log, faults, methods, limits }: ApiSettings): Router {
  async function invoke(method: Method, bot: Bot | null, request: Request, body: RequestBody): Promise<Answer> {
    const call = log.begin(bot?.user.username ?? '', method.name, visible(request, body), state.clock.now());
    const answer = await (async (): Promise<Answer> => {
      try {
        const headers = method.isLimited ? limits.take(String(request.params['channel'])) : {};
        const params = request.params as Record<string, string>;
        const result = await method.run({
          bot: bot as Bot,
          params,
          body: fieldsOf(body),
          files: [...body.files.values()],
        });
        return result === undefined ? { status: 204, headers } : { status: 200, body: result, headers };
      } catch (error) {
        return failure(error);
      }
    })();
    log.end(call, answer.status, answer.body);
    return answer;
  }

  async function serve(method: Method, request: Request, response: Response): Promise<void> {
    const token = /^Bot (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const bot = token === undefined ? undefined : state.bots.get(token);
    if (!method.isOpen && (!bot || bot.isRevoked)) return send(response, failure(unauthorized()));
    let body: RequestBody;
    try {
      body = await readBody(request, MAX_BODY_BYTES);
    } catch (error) {
      const isTooLarge = error instanceof BodyError && error.status === 413;
      return send(
        response,
        failure(isTooLarge ? new DiscordError(413, 40005, 'Request entity too large') : invalidForm({})),
      );
    }
    const fault = faults.take(method.name, fieldsOf(body));
    if (fault?.delayMs) await state.clock.sleep(fault.delayMs);
    const isLost = fault !== undefined && (fault.answer ?? fault.hang ?? fault.drop) !== undefined;
    if (!isLost || fault.afterEffect) {
      const answer = await invoke(method, bot ?? null, request, body);
      if (!isLost) return send(response, answer);
    } else {
      const call = log.begin(bot?.user.username ?? '', method.name, visible(request, body), state.clock.now());
      if (fault.answer) log.end(call, fault.answer.status, fault.answer.body);
    }
    if (fault.drop) return void request.socket.destroy();
    if (fault.answer) send(response, fault.answer);
  }

  const router = express.Router();
  for (const method of methods) {
    const [verb, path] = method.route.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string];
    router[verb.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](`/api/v10${path}`, (request, response) =>
      serve(method, request, response),
    );
  }
  router.all(/^\/api\//, (_request, response) => send(response, failure(notFound())));
  return router;
}

/** In a request with files, the JSON is a separate part. */
function fieldsOf({ fields, files }: RequestBody): Record<string, unknown> {
  const payload = fields['payload_json'];
  if (files.size === 0 || typeof payload !== 'string') return fields;
  try {
    return JSON.parse(payload) as Record<string, unknown>;
  } catch {
    throw invalidForm({});
  }
}

function send(response: Response, { status, body, headers }: Answer): void {
  if (response.destroyed) return;
  response.status(status).set(headers ?? {});
  if (body === undefined) response.end();
  else if (typeof body === 'string') response.type('html').send(body);
  else response.json(body);
}

function failure(error: unknown): Answer {
  if (error instanceof RateLimit) return error.answer;
  if (error instanceof DiscordError) {
    const { status, code, message, errors } = error;
    return { status, body: { message, code, ...(errors && { errors }) } };
  }
  return { status: 500, body: { message: '500: Internal Server Error', code: 0, detail: String(error) } };
}

/** Parameters for the log: path parameters without the interaction's token, the body, files by name. */
function visible(request: Request, body: RequestBody): Record<string, unknown> {
  const { token: _token, ...params } = request.params as Record<string, string>;
  const files = [...body.files.values()].map(({ name, type, bytes }) => ({ name, type, size: bytes.length }));
  return { ...params, ...fieldsOf(body), ...(files.length > 0 && { files }) };
}
