import { createWatch } from '@gateway/sandbox/server';

/** One call that a client made to the simulated API. `status` is 0 while it is unanswered or when it never will be. */
export interface Call {
  id: number;
  /** Which account made it (never its token). */
  account: string;
  method: string;
  params: Record<string, unknown>;
  /** Milliseconds since 1970, by the simulator's clock. */
  at: number;
  status: number;
  /** What was answered: the result, or the error's description. */
  answer?: unknown;
}

/** Which calls to list: all given fields must match. */
export interface CallFilter {
  method?: string;
  account?: string;
}

/** The newest `keep` calls, oldest first, with a way to wait for one. */
export function createCallLog(keep = 20_000) {
  let calls: Call[] = [];
  let last = 0;
  const watch = createWatch<Call>();
  const matches = (call: Call, filter: CallFilter) =>
    (filter.method === undefined || call.method.toLowerCase() === filter.method.toLowerCase()) &&
    (filter.account === undefined || call.account === filter.account);
  return {
    watch,
    begin(account: string, method: string, params: Record<string, unknown>, at: number): Call {
      const call: Call = { id: ++last, account, method, params, at, status: 0 };
      calls.push(call);
      // Halving is rare, so that each call costs the same however long the log is.
      if (calls.length > 2 * keep) calls = calls.slice(-keep);
      return call;
    },
    end(call: Call, status: number, answer: unknown): void {
      call.status = status;
      call.answer = answer;
      watch.emit(call);
    },
    list: (filter: CallFilter = {}): Call[] => calls.filter((call) => matches(call, filter)),
    clear: () => void (calls = []),
  };
}

export type CallLog = ReturnType<typeof createCallLog>;
