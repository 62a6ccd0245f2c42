import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { inexactNumberIn } from '@gateway/contract';

/** Where a call of `ask_human` has the arguments of an action. */
export const actionArguments = ['params', 'arguments', 'action', 'args'];

const INVALID_PARAMS = -32_602;

/** The reply to a request whose arguments cannot be used. */
export function invalidArguments(id: unknown, message: string): object {
  return { jsonrpc: '2.0', id: id ?? null, error: { code: INVALID_PARAMS, message } };
}

/** The messages of `input`, one a line, without calls that have numbers which reading would change: those are refused at once. */
export function withExactNumbers(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Readable {
  async function* messages() {
    for await (const line of createInterface({ input })) {
      const refusal = refusalOf(line);
      if (refusal) output.write(`${JSON.stringify(refusal)}\n`);
      else yield Buffer.from(`${line}\n`);
    }
  }
  return Readable.from(messages(), { objectMode: false });
}

function refusalOf(line: string): object | null {
  if (!line.includes('"args"')) return null;
  try {
    const { id } = JSON.parse(line) as { readonly id?: unknown };
    const path = inexactNumberIn(line, actionArguments)?.slice(2).join('.');
    if (path === undefined) return null;
    return invalidArguments(id, `${path} is a number that would not be kept exactly: send it as a text.`);
  } catch {
    // The protocol's own server tells what is wrong.
    return null;
  }
}
