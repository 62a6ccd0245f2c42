import express, { type Request, type Response, type Router } from 'express';
import { BodyError, readBody, type RequestBody } from '@gateway/sandbox/server';
import type { CallLog } from '../common/call-log.js';
import type { Faults } from '../common/faults.js';
import { errorBody, SlackError } from './errors.js';
import { fileRouter } from './files.js';
import { METHODS } from './methods/index.js';
import type { Invocation, Method } from './methods/method.js';
import { createParams } from './params.js';
import type { SlackState } from './state.js';

const MAX_BODY_BYTES = 20 * 1024 * 1024;

export interface ApiSettings {
  state: SlackState;
  log: CallLog;
  faults: Faults;
  /** The same for every call. */
  shared: Omit<Invocation, 'state' | 'params'>;
}

/** Serves `/api/<method>`, upload URLs and the files of people. */
export function slackApi({ state, log, faults, shared }: ApiSettings): Router {
  async function invoke(name: string, body: RequestBody, token: string): Promise<object> {
    const method = METHODS[name];
    if (!method) throw new SlackError('unknown_method');
    authorize(state, method, token);
    return { ok: true, ...(await method.run({ state, params: createParams(body), ...shared })) };
  }

  async function serve(request: Request, response: Response): Promise<void> {
    const name = String(request.params['method']);
    let body: RequestBody;
    try {
      body = await readBody(request, MAX_BODY_BYTES);
    } catch (error) {
      return send(
        response,
        error instanceof BodyError ? new SlackError('invalid_json') : new SlackError('fatal_error'),
      );
    }
    body.fields = { ...(request.query as Record<string, unknown>), ...body.fields };
    const { token: given, ...params } = body.fields;
    body.fields = params;
    const token =
      /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? (typeof given === 'string' ? given : '');
    const fault = faults.take(name, params);
    if (fault?.delayMs) await state.clock.sleep(fault.delayMs);
    const call = log.begin(state.app.id, name, params, state.clock.now());
    const isLost = fault !== undefined && (fault.answer ?? fault.hang ?? fault.drop) !== undefined;
    const answer = isLost && !fault.afterEffect ? null : await invoke(name, body, token).catch(asError);
    if (answer)
      log.end(
        call,
        answer instanceof SlackError ? (answer.extra.status ?? 200) : 200,
        answer instanceof SlackError ? answer.code : answer,
      );
    if (answer && !isLost) return send(response, answer, state);
    if (fault?.drop) return void request.socket.destroy();
    if (!fault?.answer) return;
    log.end(call, fault.answer.status, fault.answer.body);
    response.status(fault.answer.status).set(fault.answer.headers ?? {});
    if (typeof fault.answer.body === 'string') response.type('html').send(fault.answer.body);
    else response.json(fault.answer.body);
  }

  const router = express.Router();
  router.use(fileRouter(state));
  router.all('/api/:method', (request, response) => serve(request, response));
  router.post('/upload/v1/:file', async (request, response) => {
    const file = state.files.get(request.params.file);
    const { files } = await readBody(request, MAX_BODY_BYTES);
    const [uploaded] = files.values();
    if (!file || uploaded?.bytes.length !== file.size) return void response.status(400).send('bad upload');
    file.bytes = uploaded.bytes;
    response.send(`OK - ${file.size}`);
  });
  return router;
}

function authorize({ app }: SlackState, { token: kind, scope }: Method, token: string): void {
  if (token === '') throw new SlackError('not_authed');
  const isKnown = token === app.botToken || token === app.appToken;
  if (!isKnown) throw new SlackError('invalid_auth');
  if ((token === app.appToken) !== (kind === 'app')) throw new SlackError('not_allowed_token_type');
  if (kind === 'app') return;
  if (app.revoked) throw new SlackError('token_revoked');
  if (scope !== null && !app.scopes.has(scope)) {
    throw new SlackError('missing_scope', { needed: scope, provided: [...app.scopes].join(',') });
  }
}

function send(response: Response, answer: object, state?: SlackState): void {
  if (response.destroyed) return;
  if (state) response.set('x-oauth-scopes', [...state.app.scopes].join(','));
  if (!(answer instanceof SlackError)) return void response.json(answer);
  if (answer.extra.retryAfter !== undefined) response.set('retry-after', String(answer.extra.retryAfter));
  response.status(answer.extra.status ?? 200).json(errorBody(answer));
}

function asError(error: unknown): SlackError {
  return error instanceof SlackError ? error : new SlackError('internal_error', { messages: [String(error)] });
}
