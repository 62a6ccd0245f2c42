import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { jsonFlawIn, jsonFlawTexts } from '@gateway/contract';

/** Where a call of `ask_human` has its action. */
export const actionPath = ['params', 'arguments', 'action'];

const INVALID_PARAMS = -32_602;

/** The reply to a request whose arguments cannot be used. */
export function invalidArguments(id: unknown, message: string): object {
  return { jsonrpc: '2.0', id: id ?? null, error: { code: INVALID_PARAMS, message } };
}

/** The messages of `input`, one a line, without calls with an action that programs would read in different ways: those are refused at once. */
export function withExactJson(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Readable {
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
  if (!line.includes('"action"')) return null;
  try {
    const { id } = JSON.parse(line) as { readonly id?: unknown };
    const flaw = jsonFlawIn(line, actionPath);
    if (!flaw) return null;
    return invalidArguments(id, `${flaw.path.slice(2).join('.')} ${jsonFlawTexts[flaw.kind]}.`);
  } catch {
    // The protocol's own server tells what is wrong.
    return null;
  }
}
