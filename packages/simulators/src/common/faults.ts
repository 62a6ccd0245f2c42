/** An HTTP answer that replaces the simulator's own. A string body is sent as text/html, anything else as JSON. */
export interface CannedAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** An injected fault. Fields combine: a delay can come before an error. */
export interface Fault {
  /** The number of calls it applies to; 1 unless given. */
  times?: number;
  /** A delay in milliseconds of the simulator's clock, before anything else. */
  delayMs?: number;
  /** Replaces the simulator's answer. */
  answer?: CannedAnswer;
  /** The call is never answered. */
  hang?: boolean;
  /** Closes the connection without an answer. */
  drop?: boolean;
  /** With `answer`, `hang` or `drop`: the call takes effect first, and only its answer is lost. */
  afterEffect?: boolean;
  /** Applies only to calls whose parameters satisfy this. Not available over HTTP. */
  when?: (params: Record<string, unknown>) => boolean;
}

/** Faults for future calls; method `*` matches every method. The oldest matching fault is used first. */
export function createFaults() {
  let planned: { method: string; left: number; fault: Fault }[] = [];
  return {
    add(method: string, fault: Fault): void {
      planned.push({ method: method.toLowerCase(), left: fault.times ?? 1, fault });
    },
    take(method: string, params: Record<string, unknown>): Fault | undefined {
      const found = planned.find(
        (plan) => (plan.method === '*' || plan.method === method.toLowerCase()) && (plan.fault.when?.(params) ?? true),
      );
      if (!found) return undefined;
      found.left -= 1;
      if (found.left <= 0) planned = planned.filter((plan) => plan !== found);
      return found.fault;
    },
    /** Removes unused faults. */
    clear: () => void (planned = []),
  };
}

export type Faults = ReturnType<typeof createFaults>;
