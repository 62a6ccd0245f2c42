/** An HTTP answer given instead of the simulator's own; a string body is sent as text/html, anything else as JSON. */
export interface CannedAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** What goes wrong with the next calls. Fields combine: a delay can come before an error. */
export interface Fault {
  /** How many calls it hits; 1 unless given. */
  times?: number;
  /** Waits so many milliseconds of the simulator's clock before anything else. */
  delayMs?: number;
  /** Answers this instead. */
  answer?: CannedAnswer;
  /** Never answers. */
  hang?: boolean;
  /** Cuts the connection without an answer. */
  drop?: boolean;
  /** With `answer`, `hang` or `drop`: the call takes effect first and only its answer is lost. */
  afterEffect?: boolean;
  /** Hits only calls whose parameters satisfy this (in process only). */
  when?: (params: Record<string, unknown>) => boolean;
}

/** Faults waiting for calls; `*` stands for every method. The oldest fitting fault is used first. */
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
    /** Forgets faults that have not struck yet. */
    clear: () => void (planned = []),
  };
}

export type Faults = ReturnType<typeof createFaults>;
