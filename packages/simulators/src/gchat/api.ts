import express, { type Request, type Response, type Router } from 'express';
import { BodyError, type Clock, readBody } from '@gateway/sandbox/server';
import type { CallLog } from '../common/call-log.js';
import type { CannedAnswer, Faults } from '../common/faults.js';
import type { Accounts, Grant, IdentityPool } from './accounts.js';
import { GchatError } from './errors.js';
import { publicJwk, type SigningKey } from './keys.js';
import type { GchatState } from './state.js';

const MAX_BODY_BYTES = 1024 * 1024;
const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;
const BOT_SCOPE = 'https://www.googleapis.com/auth/chat.bot';
const UNAUTHENTICATED =
  'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.';

export interface ApiParts {
  readonly state: GchatState;
  readonly accounts: Accounts;
  readonly pool: IdentityPool;
  readonly clock: Clock;
  readonly log: CallLog;
  readonly faults: Faults;
  /** Google's signing keys. */
  readonly keys: readonly SigningKey[];
}

interface Invocation {
  readonly grant: Grant;
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: Record<string, unknown>;
}

/** Serves `/token`, `/jwks` and the simulated part of `/v1`. */
export function gchatApi({ state, accounts, pool, clock, log, faults, keys }: ApiParts): Router {
  const requests = new Map<string, string>();
  const router = express.Router();

  /** Runs one call with its faults, and logs it. */
  async function serve(
    request: Request,
    response: Response,
    method: string,
    run: (body: Record<string, unknown>) => { status: number; body: object },
  ) {
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    let body: Record<string, unknown>;
    try {
      body = (await readBody(request, MAX_BODY_BYTES)).fields;
    } catch (error) {
      if (!(error instanceof BodyError)) return void response.destroy();
      const refusal = new GchatError(400, `Invalid JSON payload received. ${error.message}`);
      return void response.status(400).json(refusal.body);
    }
    const isSecret = ['token', 'sts', 'generateAccessToken'].includes(method);
    const visible =
      method === 'token'
        ? { ...body, assertion: '•••' }
        : isSecret
          ? {}
          : { ...request.params, ...(request.query as object), ...body };
    const call = log.begin('gchat', method, visible, clock.now());
    const fault = faults.take(method, visible);
    if (fault?.delayMs) await clock.sleep(fault.delayMs, disconnected.signal);
    const isLost = fault !== undefined && (fault.answer ?? fault.hang ?? fault.drop) !== undefined;
    const answer = !isLost || fault.afterEffect ? run(body) : null;
    if (fault?.drop) return void request.socket.destroy();
    if (fault?.hang) return;
    const said: CannedAnswer = fault?.answer ?? answer ?? { status: 500, body: {} };
    const isFile = said.body instanceof Uint8Array;
    log.end(call, said.status, isSecret || isFile ? null : said.body);
    response.status(said.status).set(said.headers ?? {});
    if (isFile) response.type('application/octet-stream').send(said.body);
    else if (typeof said.body === 'string') response.type('html').send(said.body);
    else response.json(said.body);
  }

  router.post('/token', (request, response) =>
    serve(request, response, 'token', (form) => {
      const answer = accounts.exchange(form);
      return { status: 'error' in answer ? 400 : 200, body: answer };
    }),
  );
  router.post('/v1/token', (request, response) =>
    serve(request, response, 'sts', (form) => {
      const token = accounts.federate(form, pool);
      return token === null
        ? { status: 400, body: { error: 'invalid_grant', error_description: 'The given credential is rejected.' } }
        : { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3599 } };
    }),
  );
  router.post('/v1/projects/-/serviceAccounts/:account', (request, response) =>
    serve(request, response, 'generateAccessToken', ({ scope }) => {
      const [email = '', verb] = request.params['account'].split(':');
      const [, bearer = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      const token = verb === 'generateAccessToken' ? accounts.impersonate(bearer, email, scope) : null;
      const refusal = new GchatError(403, "Permission 'iam.serviceAccounts.getAccessToken' denied.");
      return token === null ? { status: 403, body: refusal.body } : { status: 200, body: token };
    }),
  );
  router.get('/jwks', (request, response) =>
    serve(request, response, 'jwks', () => ({ status: 200, body: { keys: keys.map(publicJwk) } })),
  );

  const method = (
    verb: 'get' | 'post' | 'patch' | 'put' | 'delete',
    path: string,
    name: string,
    run: (invocation: Invocation) => object,
  ) =>
    router[verb](path, (request, response) =>
      serve(request, response, name, (body) => {
        try {
          const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
          const grant = accounts.grantOf(token);
          if (!grant) throw new GchatError(401, UNAUTHENTICATED);
          const query = request.query as Record<string, string>;
          return { status: 200, body: run({ grant, params: request.params as Record<string, string>, query, body }) };
        } catch (error) {
          if (!(error instanceof GchatError)) throw error;
          return { status: error.code, body: error.body };
        }
      }),
    );

  method('get', '/v1/spaces', 'spaces.list', ({ grant, query }) => {
    asApp(grant);
    const pageSize = Number(query['pageSize'] ?? 0);
    if (!Number.isInteger(pageSize) || pageSize < 0)
      throw new GchatError(400, 'Request contains an invalid argument: page_size.');
    const size = pageSize === 0 ? DEFAULT_PAGE_SIZE : Math.min(pageSize, MAX_PAGE_SIZE);
    // As documented, direct messages are listed after their first message.
    const listed = [...state.spaceStates.values()].filter(
      ({ space, isMember, messages }) => isMember && (space.spaceType === 'SPACE' || messages.size > 0),
    );
    const from = Number(query['pageToken'] ?? 0);
    const next = from + size < listed.length ? String(from + size) : undefined;
    const spaces = listed.slice(from, from + size).map(({ space }) => space);
    return { ...(spaces.length > 0 && { spaces }), ...(next !== undefined && { nextPageToken: next }) };
  });
  // With app authentication a person is named by the id, not by an e-mail address.
  // Source: https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces/findDirectMessage
  method('get', '/v1/spaces\\:findDirectMessage', 'spaces.findDirectMessage', ({ grant, query }) => {
    asApp(grant);
    const found = [...state.spaceStates.values()].find(
      ({ person, isMember }) => isMember && person !== undefined && person.name === query['name'],
    );
    if (!found) throw new GchatError(404, 'Requested entity was not found.');
    return found.space;
  });
  method('get', '/v1/spaces/:space/members', 'spaces.members.list', ({ grant, params }) => {
    asApp(grant);
    const { space, person } = state.spaceStateOf(`spaces/${params['space']}`);
    const members = person ? [person] : [...state.users.values()];
    return {
      memberships: members.map((member) => ({ name: `${space.name}/members/${member.name.slice(6)}`, member })),
    };
  });
  method('get', '/v1/spaces/:space', 'spaces.get', ({ grant, params }) => {
    const name = `spaces/${params['space']}`;
    if (grant.subject === null) return state.spaceStateOf(name).space;
    const spaceState = state.spaceStates.get(name);
    if (!spaceState) throw new GchatError(404, 'Requested entity was not found.');
    return spaceState.space;
  });
  method('post', '/v1/spaces/:space/messages', 'spaces.messages.create', ({ grant, params, query, body }) => {
    asApp(grant);
    const spaceState = state.spaceStateOf(`spaces/${params['space']}`);
    const requestId = query['requestId'] && `${spaceState.space.name} ${query['requestId']}`;
    const before = requestId === undefined ? undefined : spaceState.messages.get(requests.get(requestId) ?? '');
    if (before) return before;
    const { messageReplyOption: replyOption } = query;
    const viewer = body['privateMessageViewer'] as { name: string } | undefined;
    const message = state.create(spaceState, {
      sender: state.bot,
      body,
      ...(replyOption !== undefined && { replyOption }),
      ...(viewer !== undefined && { extra: { privateMessageViewer: viewer } }),
    });
    if (requestId !== undefined) requests.set(requestId, message.name);
    return message;
  });
  method(
    'get',
    '/v1/spaces/:space/messages/:message',
    'spaces.messages.get',
    ({ params }) => state.messageOf(nameOf(params)).message,
  );
  // Source: https://developers.google.com/workspace/chat/download-media-attachments
  method('get', '/v1/media/*resource', 'media.download', ({ grant, params, query }) => {
    asApp(grant);
    if (query['alt'] !== 'media') throw new GchatError(400, 'Request contains an invalid argument: alt.');
    const file = state.media.get([params['resource']].flat().join('/'));
    if (!file) throw new GchatError(404, 'Requested entity was not found.');
    return Buffer.from(file.bytes);
  });
  const rewrite = ({ grant, params, query, body }: Invocation) => {
    asApp(grant);
    const { message } = ownMessage(nameOf(params));
    const mask = (query['updateMask'] ?? '').split(',').map((path) => (path === 'cards_v2' ? 'cardsV2' : path));
    if (mask[0] === '') throw new GchatError(400, 'Invalid update mask: at least one field must be named.');
    const unknown = mask.find((path) => !['text', 'cardsV2', '*'].includes(path));
    if (unknown !== undefined) throw new GchatError(400, `Invalid update mask: ${unknown}`);
    return state.update(message, mask.includes('*') ? ['text', 'cardsV2'] : mask, body);
  };
  method('patch', '/v1/spaces/:space/messages/:message', 'spaces.messages.patch', rewrite);
  method('put', '/v1/spaces/:space/messages/:message', 'spaces.messages.update', rewrite);
  method('delete', '/v1/spaces/:space/messages/:message', 'spaces.messages.delete', ({ grant, params }) => {
    asApp(grant);
    const { spaceState, message } = ownMessage(nameOf(params));
    spaceState.messages.delete(message.name);
    return {};
  });
  router.use(
    '/v1',
    (_request, response) => void response.status(404).type('html').send('<title>Error 404 (Not Found)!!1</title>'),
  );

  const ownMessage = (name: string) => {
    const found = state.messageOf(name);
    if (found.message.sender.name !== state.bot.name) throw new GchatError(403, 'The caller does not have permission');
    return found;
  };
  return router;
}

function asApp({ scope, subject }: Grant): void {
  if (subject === null && scope.split(' ').includes(BOT_SCOPE)) return;
  throw new GchatError(403, 'Request had insufficient authentication scopes.');
}

function nameOf(params: Record<string, string>): string {
  return `spaces/${params['space']}/messages/${params['message']}`;
}
