import express, { type Request, type Response, type Router } from 'express';
import type { Clock } from '@gateway/sandbox/server';
import type { CallLog } from '../common/call-log.js';
import type { Faults } from '../common/faults.js';
import { badSyntax, ConnectorError } from './errors.js';
import type { IdentityService } from './identity-service.js';
import { bodies, type Login } from './login.js';
import type { Activity } from './types.js';
import type { TeamsState } from './state.js';

export interface ApiParts {
  readonly state: TeamsState;
  readonly login: Login;
  readonly identities: IdentityService;
  readonly log: CallLog;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly appId: string;
  readonly tenantId: string;
}

interface Result {
  readonly status: number;
  readonly body: unknown;
}

/** Serves tokens, keys and the connector's REST API below the path of any region. */
export function teamsApi({ state, login, identities, log, faults, clock, appId, tenantId }: ApiParts): Router {
  const router = express.Router();
  router.use(bodies());

  /** Logs a call, applies an injected fault, and answers. */
  const serve =
    (method: string, handle: (request: Request) => Result, withToken = true) =>
    async (request: Request, response: Response) => {
      const params = { ...request.params, ...(request.query as object), ...(request.body as object | undefined) };
      const call = log.begin(appId, method, withoutSecret(params), clock.now());
      const end = ({ status, body }: Result) => {
        log.end(call, status, body);
        if (body === undefined) response.status(status).end();
        else response.status(status).json(body);
      };
      const fault = faults.take(method, params);
      if (fault?.delayMs !== undefined) await clock.sleep(fault.delayMs);
      const effect = () => run(() => (withToken ? authorized(request, handle) : handle(request)), response);
      if (fault?.afterEffect) effect();
      if (fault?.drop) return void request.socket.destroy();
      if (fault?.hang) return;
      if (fault?.answer) response.set(fault.answer.headers ?? {});
      end(fault?.answer ?? effect());
    };
  const authorized = (request: Request, handle: (request: Request) => Result): Result =>
    login.accepts(request.headers.authorization)
      ? handle(request)
      : { status: 401, body: { message: 'Authorization has been denied for this request.' } };

  router.post(
    '/:tenant/oauth2/v2.0/token',
    serve(
      'token',
      ({ params, body, headers, path }) =>
        login.grant(params['tenant'] as string, fieldsOf(body), `http://${headers.host}${path}`),
      false,
    ),
  );
  router.get(
    ['/metadata/identity/oauth2/token', '/msi/token'],
    serve('identity', ({ headers, query }) => identities.answer({ headers, query }), false),
  );
  router.get(
    '/v1/.well-known/openidconfiguration',
    serve('openid', (request) => ok(login.metadata(`http://${request.headers.host}`)), false),
  );
  router.get(
    '/v1/.well-known/keys',
    serve('keys', () => ok(login.keys()), false),
  );

  router.post(
    '/:region/v3/conversations',
    serve('createConversation', (request) => {
      const { members, tenantId: tenant } = fieldsOf(request.body);
      if (tenant !== tenantId) throw badSyntax('The tenant ID is missing or unknown.');
      const [member, ...others] = Array.isArray(members) ? (members as { id?: unknown }[]) : [];
      if (!member || others.length > 0) throw badSyntax('A conversation with one person needs exactly one member.');
      return { status: 201, body: { id: state.directConversation(member.id).id } };
    }),
  );
  const place = '/:region/v3/conversations/:conversation';
  const at = ({ params }: Request) => ({
    conversation: params['conversation'] as string,
    activity: params['activity'] as string,
  });
  router.post(
    `${place}/activities`,
    serve('sendToConversation', (request) => {
      const activity = fieldsOf(request.body);
      const post = state.post(at(request).conversation, activity, replied(activity));
      return { status: 201, body: { id: post.id } };
    }),
  );
  router.post(
    `${place}/activities/:activity`,
    serve('replyToActivity', (request) => {
      const post = state.post(at(request).conversation, fieldsOf(request.body), at(request).activity);
      return { status: 201, body: { id: post.id } };
    }),
  );
  router.put(
    `${place}/activities/:activity`,
    serve('updateActivity', (request) => {
      state.edit(at(request).conversation, at(request).activity, fieldsOf(request.body));
      return ok({ id: at(request).activity });
    }),
  );
  router.delete(
    `${place}/activities/:activity`,
    serve('deleteActivity', (request) => {
      state.remove(at(request).conversation, at(request).activity);
      return ok(undefined);
    }),
  );
  router.get(
    `${place}/members`,
    serve('getConversationMembers', (request) => ok(state.reachable(at(request).conversation).members)),
  );
  router.get(
    `${place}/pagedmembers`,
    serve('getConversationPagedMembers', (request) =>
      ok({ members: state.reachable(at(request).conversation).members }),
    ),
  );
  return router;
}

function run(handle: () => Result, response: Response): Result {
  try {
    return handle();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    response.set(error.headers);
    return { status: error.status, body: error.body };
  }
}

const ok = (body: unknown): Result => ({ status: 200, body });
const fieldsOf = (body: unknown): Activity => (typeof body === 'object' && body !== null ? (body as Activity) : {});
const replied = ({ replyToId }: Activity): string | undefined =>
  typeof replyToId === 'string' ? replyToId : undefined;

function withoutSecret(params: Record<string, unknown>): Record<string, unknown> {
  const secret = ['client_secret', 'client_assertion'].filter((name) => params[name] !== undefined);
  return { ...params, ...Object.fromEntries(secret.map((name) => [name, '…'])) };
}
