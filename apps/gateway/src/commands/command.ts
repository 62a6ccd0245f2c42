import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Environment } from '../settings/config.js';

/** Where a command reads and writes. */
export interface Terminal {
  readonly env: Environment;
  /** Prints a result, to standard output. */
  readonly print: (text: string) => void;
  /** Prints a note or an error, to standard error. */
  readonly note: (text: string) => void;
  /** Aborts when a signal ends the command. */
  readonly signal: AbortSignal;
}

/** A command of the installation. It runs on the gateway's machine, with the gateway's settings, and needs no key. */
export interface Command {
  readonly name: string;
  /** Each form of the command, without `gateway-server`, and what it does. */
  readonly usage: readonly (readonly [form: string, effect: string])[];
  /** Further lines of its help. */
  readonly details?: readonly string[];
  /** Returns the exit code. Rejects with `CommandError` or an error of the configuration or the database. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<0 | 1 | 2>;
}

/** A command cannot do what it was told. The message tells the operator what to do. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** The command line is wrong. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

interface Parsed<Given extends Options> {
  readonly values: ReturnType<typeof parseArgs<{ options: Given }>>['values'];
  readonly words: readonly string[];
}

/** Parses what follows the name of a command. Throws `UsageError` unless there are as many words as `words` names, and at most `optional` more. */
export function parse<const Given extends Options>(
  args: readonly string[],
  options: Given,
  words: readonly string[] = [],
  optional = 0,
): Parsed<Given> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length < words.length) throw new Error(`${words[positionals.length]} is missing`);
    const most = words.length + optional;
    if (positionals.length > most) throw new Error(`Unexpected argument: ${positionals[most]}`);
    return { values, words: positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.replace(/\.$/, '')}.`);
  }
}
