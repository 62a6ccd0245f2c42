import type { Gateway } from '../gateway.js';
import { decideToolCalls, refusalOf, requireAnswered, valueOf, type ToolCallOptions } from './tool-calls.js';

export { UndecidedError, type ToolCallOptions } from './tool-calls.js';

/** `RunToolApprovalItem` of the OpenAI Agents SDK. */
interface Interruption {
  readonly name: string | undefined;
  /** JSON. */
  readonly arguments: string | undefined;
  readonly rawItem: object;
}

/** `RunResult` of the OpenAI Agents SDK. */
interface InterruptedResult<Item extends Interruption> {
  readonly interruptions: readonly Item[];
  readonly state: {
    approve(item: Item): void;
    reject(item: Item, options?: { message?: string }): void;
  };
}

/**
 * Lets people decide about the interruptions of a run. Returns false if there are none. Otherwise its state has the decisions: run the
 * agent again with it. Throws `UndecidedError` when no one decides in time; the state has the other decisions, and can be tried again.
 */
export async function answerInterruptions<Item extends Interruption>(
  gateway: Gateway,
  { interruptions, state }: InterruptedResult<Item>,
  options: ToolCallOptions = {},
): Promise<boolean> {
  const calls = interruptions.map(callOf);
  const results = await decideToolCalls(gateway, calls, ['approve', 'reject'], options);
  const decided = interruptions.flatMap((item, index) => {
    const [call, result] = [calls[index], results[index]];
    return call && result ? [{ item, call, result }] : [];
  });
  // Those with a decision first: the state keeps them when another one has none.
  for (const { item, call, result } of decided.toSorted((a, b) => Number(isDecided(b)) - Number(isDecided(a)))) {
    const refusal = await refusalOf(gateway, requireAnswered(valueOf(result)), call, options);
    if (refusal === null) state.approve(item);
    else state.reject(item, { message: refusal });
  }
  return interruptions.length > 0;
}

function isDecided({ result }: { readonly result: PromiseSettledResult<{ readonly status: string }> }): boolean {
  return result.status === 'fulfilled' && result.value.status === 'answered';
}

function callOf({ name = 'tool', arguments: json, rawItem }: Interruption) {
  const { callId, id } = rawItem as { readonly callId?: string; readonly id?: string };
  return { id: callId ?? id ?? '', name, args: parsed(json) };
}

/** The model writes the arguments. They may not be JSON. */
function parsed(json: string | undefined): unknown {
  if (json === undefined) return {};
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
