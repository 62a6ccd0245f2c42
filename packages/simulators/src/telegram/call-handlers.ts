import type { Clock, RequestBody } from '@gateway/sandbox/server';
import { type ApiAnswer, type ApiCall, type ApiHandler, type Method, methodFinder } from '@gateway/sandbox/telegram';
import type { CallLog } from '../common/call-log.js';
import type { Faults } from '../common/faults.js';

interface Logging {
  log: CallLog;
  clock: Clock;
  methods: Readonly<Record<string, Method>>;
}

type Runner = (call: ApiCall) => Promise<ApiAnswer>;

/** Logs every call that `run` executes. */
export function withLog(run: Runner, { log, clock, methods }: Logging): Runner {
  const begin = logEntry({ log, clock, methods });
  return async (call) => {
    const entry = begin(call);
    const answer = await run(call);
    const { result, description } = answer.body as { result?: unknown; description?: string };
    log.end(entry, answer.status, answer.status === 200 ? result : description);
    return answer;
  };
}

/** Applies the next fault of a call's method. `run` logs the calls it executes; a call that is not executed is logged here. */
export function withFaults(run: Runner, { faults, ...logging }: Logging & { faults: Faults }): ApiHandler {
  const begin = logEntry(logging);
  return async (call) => {
    const fault = faults.take(call.method, call.body.fields);
    if (fault?.delayMs) await logging.clock.sleep(fault.delayMs, call.signal);
    const isLost = fault !== undefined && (fault.answer ?? fault.hang ?? fault.drop) !== undefined;
    if (!isLost) return await run(call);
    if (fault.afterEffect) {
      await run(call);
    } else {
      const entry = begin(call);
      if (fault.answer) logging.log.end(entry, fault.answer.status, fault.answer.body);
    }
    if (fault.drop) return 'drop';
    return fault.answer ?? 'hang';
  };
}

function logEntry({ log, clock, methods }: Logging) {
  const findMethod = methodFinder(methods);
  return ({ bot, method, body }: ApiCall) =>
    log.begin(bot.me.username, findMethod(method)?.name ?? method, visibleParams(body), clock.now());
}

/** Parameters for the log: the webhook's secret is hidden, a file is described. */
function visibleParams({ fields, files }: RequestBody): Record<string, unknown> {
  const shown = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, key === 'secret_token' ? '•••' : value]),
  );
  for (const [key, { name, type, bytes }] of files) shown[key] = { name, type, size: bytes.length };
  return shown;
}
