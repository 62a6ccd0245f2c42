import { GatewayError } from '@gateway/contract';
import {
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller } from '../caller.js';
import { takeOnce, waitForEnd, type Asked } from '../questions.js';
import { pendingReply, questionReply } from './results.js';

/** The longest wait for a client that reports no progress. Clients and proxies often end such calls after 60 seconds. */
const QUIET_WAIT_MS = 45_000;
const PROGRESS_MS = 20_000;
/** How often a client is asked to call again. Clients give up after 10 rounds. */
const MAX_ROUNDS = 8;

/** What a client sends back when it calls again. It is signed, and bound to the caller. */
export interface WaitState {
  readonly promptId: string;
  /** The end of the wait that was asked for, in milliseconds since 1970. */
  readonly until: number;
  readonly round: number;
}

/** For whom a tool is called. */
export interface Acting {
  readonly caller: Caller;
  /** Called when the prompt of a call is known. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

interface WaitOptions extends Acting {
  readonly states: RequestStateCodec<WaitState>;
  /** Whether the client supports results that ask to be called again. */
  readonly canCallAgain: boolean;
}

/** A call that waits for the end of a prompt. */
export interface Wait {
  readonly promptId: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** The id of the prompt to wait for, or a function that finds or asks the question, whose answer is then returned once. */
export type Find = string | ((signal: AbortSignal, taken: ReadonlySet<string>) => Promise<Asked>);

/** One call that waits for the end of a prompt: from its arrival to its result. */
export async function waitInCall(
  { caller, states, canCallAgain, onWait }: WaitOptions,
  context: ServerContext,
  waitSec: number,
  find: Find,
): Promise<CallToolResult | InputRequiredResult> {
  const { clock } = caller;
  const { signal } = context.mcpReq;
  const startedAt = clock.now();
  const state = context.mcpReq.requestState<WaitState>();
  const until = state?.until ?? startedAt + waitSec * 1000;
  const reportsProgress = context.mcpReq._meta?.progressToken !== undefined;
  const endProgress = startProgress(caller, context);
  try {
    const taken = new Set<string>();
    let id = state?.promptId;
    for (;;) {
      const asked = id === undefined && typeof find !== 'string' ? await find(signal, taken) : null;
      id ??= asked?.id ?? String(find);
      onWait?.({ promptId: id, until });
      const callEnd = reportsProgress ? until : Math.min(until, startedAt + QUIET_WAIT_MS);
      const isOver = clock.now() >= callEnd;
      // A call that does not wait need not read what it has just asked or found.
      if (isOver && asked && !asked.record) return pendingReply(id);
      const prompt = (isOver && asked?.record) || (await waitForEnd(caller, id, { until: callEnd, signal }));
      const round = (state?.round ?? 0) + 1;
      const callAgain = prompt.state === 'pending' && callEnd < until && round <= MAX_ROUNDS && !caller.isStopping();
      if (callAgain && canCallAgain)
        return inputRequired({ requestState: await states.mint({ promptId: id, until, round }, context) });
      if (prompt.state !== 'answered' || signal.aborted || !caller.owns(prompt)) return questionReply(prompt);
      const isFirst = await takeOnce(caller, prompt, signal).catch(unlessAskedFor(find));
      if (isFirst || typeof find === 'string') return questionReply(prompt);
      taken.add(prompt.id);
      id = undefined;
    }
  } finally {
    endProgress();
  }
}

/** A question that is named by its id may be that of another key, which cannot take its answer but may read it. */
function unlessAskedFor(find: Find): (error: unknown) => boolean {
  return (error) => {
    if (typeof find === 'string' && error instanceof GatewayError) return false;
    throw error;
  };
}

/** Reports progress at once and then regularly, if the client asked for it. Returns a function that ends it. */
function startProgress({ clock }: Caller, { mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  let cancel = () => {};
  const report = () => {
    progress += 1;
    const params = { progressToken, progress, message: 'Waiting for an answer' };
    // The client has gone: the signal of the call ends the wait.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    cancel = clock.after(PROGRESS_MS, report);
  };
  report();
  return () => cancel();
}
