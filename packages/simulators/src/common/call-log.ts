import { createWatch } from '@gateway/sandbox/server';

/** One call of the simulated API. `status` is 0 until it is answered. */
export interface Call {
  id: number;
  /** The account that made the call; never its token. */
  account: string;
  method: string;
  params: Record<string, unknown>;
  /** Milliseconds since 1970, by the simulator's clock. */
  at: number;
  status: number;
  /** The result, or the error's description. */
  answer?: unknown;
}

/** A call matches when all given fields match. */
export interface CallFilter {
  method?: string;
  account?: string;
}

/** At least the newest `keep` calls, oldest first. */
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
      // Trimming at twice the size keeps the average cost per call constant.
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
