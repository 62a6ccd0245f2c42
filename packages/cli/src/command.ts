import { parseArgs } from 'node:util';
import type { Context } from './context.js';
import { UsageError } from './exit-codes.js';

/** An option of a command, as it is parsed, explained and completed. */
interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly help: string;
  /** What the value is, in the help. */
  readonly value?: string;
  /** The only values. */
  readonly choices?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

export type Flags<Given extends Options> = {
  readonly [Name in keyof Given]?: Given[Name]['type'] extends 'boolean'
    ? boolean
    : Given[Name] extends { readonly multiple: true }
      ? string[]
      : string;
};

interface Input<Given extends Options> {
  readonly flags: Flags<Given & typeof commonOptions>;
  /** As many as the command takes. */
  readonly words: readonly string[];
  readonly context: Context;
}

interface Definition<Given extends Options> {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name, for the help: one entry for each word that must be given. */
  readonly words?: readonly { readonly name: string; readonly choices?: readonly string[] }[];
  readonly options?: Given;
  /** Returns the exit code. */
  readonly run: (input: Input<Given>) => Promise<number>;
}

export type Command = Definition<Options>;

/** Options of all commands. */
export const commonOptions = {
  url: { type: 'string', value: 'ADDRESS', help: 'The address of the gateway.' },
  'api-key': {
    type: 'string',
    value: 'KEY',
    help: 'Other users of the machine can see it; prefer GATEWAY_API_KEY or login.',
  },
  profile: { type: 'string', value: 'NAME', help: 'The profile to use. Default: default.' },
  retry: { type: 'string', value: 'SEC', help: 'How long to retry while the gateway cannot be reached. Default: 10.' },
  json: { type: 'boolean', help: 'Print JSON.' },
  help: { type: 'boolean', help: 'Print this help.' },
} as const satisfies Options;

/** Checks the types of a definition. */
export function command<const Given extends Options>(definition: Definition<Given>): Command {
  return definition as unknown as Command;
}

export interface Parsed {
  readonly flags: Flags<Options & typeof commonOptions>;
  readonly words: readonly string[];
}

/** Parses what follows the name of a command. Throws `UsageError`. */
export function parse({ options = {} }: Command, args: readonly string[]): Parsed {
  const all: Options = { ...commonOptions, ...options };
  const config = Object.fromEntries(
    Object.entries(all).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  const { values, positionals } = parsed(config, args);
  for (const [name, given] of Object.entries(values)) {
    const choices = all[name]?.choices;
    const wrong = choices && [given].flat().find((value) => !choices.includes(String(value)));
    if (wrong !== undefined) throw new UsageError(`--${name} must be one of: ${choices?.join(', ')}.`);
  }
  return { flags: values as Parsed['flags'], words: positionals };
}

function parsed(options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Throws `UsageError` unless the command takes these words. */
export function checkWords({ words: expected = [] }: Command, given: readonly string[]): void {
  const missing = expected[given.length];
  if (missing) throw new UsageError(`${missing.name} is missing.`);
  const extra = given[expected.length];
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${extra}. Quote a text that has spaces.`);
  for (const [index, { name, choices }] of expected.entries())
    if (choices && !choices.includes(given[index] ?? ''))
      throw new UsageError(`${name} must be one of: ${choices.join(', ')}.`);
}

/** A whole number. Undefined: the option was not given. */
export function numberIn(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number.`);
  return Number(text);
}

/** Pairs of the form `name=value`. */
export function pairsIn(name: string, texts: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--${name} must have the form name=value.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
