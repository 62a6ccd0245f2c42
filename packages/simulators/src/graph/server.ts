import express, { type Request, type Response, type Router } from 'express';
import {
  BodyError,
  type Clock,
  listen,
  readBody,
  type RunningServer,
  type UploadedFile,
} from '@gateway/sandbox/server';
import type { CallLog } from '../common/call-log.js';
import { controlRouter, type ControlRoutes } from '../common/control.js';
import type { Faults } from '../common/faults.js';
import { proofOf } from './body.js';
import { badProof, badToken, errorBody, GraphError, noProof, noToken, unknownPath } from './errors.js';

const MAX_BODY_BYTES = 105 * 1024 * 1024;

/** One call of the Graph API: `/v25.0/<id>` or `/v25.0/<id>/<edge>`. */
export interface GraphRequest {
  verb: string;
  id: string;
  /** Undefined for the object itself. */
  edge: string | undefined;
  fields: Record<string, unknown>;
  files: Map<string, UploadedFile>;
}

export interface GraphServerOptions<Account> {
  port?: number | undefined;
  host?: string | undefined;
  clock: Clock;
  log: CallLog;
  faults: Faults;
  /** Undefined: no such token, or it was revoked. */
  authenticate(token: string): Account | undefined;
  nameOf(account: Account): string;
  /** Returns the answer's body, or throws {@link GraphError}. */
  handle(request: GraphRequest, account: Account): object;
  control: ControlRoutes;
  /** Serves the files of people. */
  files: Router;
  appSecret: string;
  /** Whether the app requires `appsecret_proof`. A wrong one is always refused. */
  requiresProof: boolean;
}

/** Serves the simulated part of the Graph API and the control API. A call's method name is its edge, or `node`. */
export async function startGraphServer<Account>(options: GraphServerOptions<Account>): Promise<RunningServer> {
  const { clock, log, faults } = options;

  function run(request: GraphRequest, account: Account): { status: number; body: object } {
    const call = log.begin(options.nameOf(account), request.edge ?? 'node', shown(request), clock.now());
    try {
      const body = options.handle(request, account);
      log.end(call, 200, body);
      return { status: 200, body };
    } catch (error) {
      const { status, fields } =
        error instanceof GraphError
          ? error
          : new GraphError(500, { message: 'An unknown error has occurred.', code: 1 });
      log.end(call, status, fields);
      return { status, body: errorBody(fields) };
    }
  }

  async function serve(request: Request, response: Response): Promise<void> {
    const [version = '', id, edge, ...more] = request.path.slice(1).split('/').map(decodeURIComponent);
    const body = await readBody(request, MAX_BODY_BYTES);
    const fields = { ...(request.query as Record<string, unknown>), ...body.fields };
    const account = authenticated(request, fields);
    if (!/^v\d+\.\d+$/.test(version) || !id || more.length > 0) throw unknownPath(request.path.slice(1));
    const call = { verb: request.method, id, edge, fields, files: body.files };
    const fault = faults.take(edge ?? 'node', fields);
    if (fault?.delayMs) await clock.sleep(fault.delayMs);
    const isLost = fault !== undefined && (fault.answer ?? fault.hang ?? fault.drop) !== undefined;
    if (!isLost || fault.afterEffect) {
      const answer = run(call, account);
      if (!isLost) return void response.status(answer.status).json(answer.body);
    } else {
      const entry = log.begin(options.nameOf(account), edge ?? 'node', shown(call), clock.now());
      if (fault.answer) log.end(entry, fault.answer.status, fault.answer.body);
    }
    if (fault.drop) return void request.socket.destroy();
    if (!fault.answer) return;
    response.status(fault.answer.status).set(fault.answer.headers ?? {});
    if (typeof fault.answer.body === 'string') response.type('html').send(fault.answer.body);
    else response.json(fault.answer.body);
  }

  function authenticated(request: Request, fields: Record<string, unknown>): Account {
    const { access_token: given } = fields;
    delete fields['access_token'];
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? given;
    if (typeof token !== 'string') throw noToken();
    const account = options.authenticate(token);
    if (account === undefined) throw badToken();
    const { appsecret_proof: proof } = fields;
    delete fields['appsecret_proof'];
    if (proof === undefined && options.requiresProof) throw noProof();
    if (proof !== undefined && proof !== proofOf(options.appSecret, token)) throw badProof();
    return account;
  }

  const app = express();
  app.disable('x-powered-by');
  app.use('/control', controlRouter(options.control));
  app.use(options.files);
  app.use((request: Request, response: Response) => {
    serve(request, response).catch((error: unknown) => {
      const { status, fields } = asGraphError(error);
      response.status(status).json(errorBody(fields));
    });
  });
  return await listen(app, options.port, options.host);
}

function asGraphError(error: unknown): GraphError {
  if (error instanceof GraphError) return error;
  const message = error instanceof BodyError ? `(#100) ${error.message}` : '(#100) Invalid parameter';
  return new GraphError(error instanceof BodyError ? error.status : 400, { message, code: 100 });
}

/** Parameters for the log: a file is described. */
function shown({ id, fields, files }: GraphRequest): Record<string, unknown> {
  const described = [...files].map(
    ([key, { name, type, bytes }]) => [key, { name, type, size: bytes.length }] as const,
  );
  return { id, ...fields, ...Object.fromEntries(described) };
}
