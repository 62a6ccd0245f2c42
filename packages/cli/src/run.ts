import { checkWords, parse, type Command } from './command.js';
import { commands } from './commands.js';
import { createContext } from './context.js';
import { exitCodes, Interrupted, NotUsable, UsageError } from './exit-codes.js';
import { helpOf, overview } from './help.js';
import { installationCommands } from './installation.js';
import { jsonLine, output, type Output } from './output.js';
import { version } from './version.js';

/** Finds and runs a command. Returns the exit code; errors are printed. */
export async function runCommand(
  args: readonly string[],
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal },
): Promise<number> {
  const out = output(args.includes('--json'));
  const found = commandOf(args);
  try {
    if (!found) return atTheTop(args, out);
    const { flags, words } = parse(found.command, found.rest);
    if (flags.help === true) return (out.result({ help: helpOf(found.command) }, helpOf(found.command)), 0);
    checkWords(found.command, words);
    const context = await createContext(flags, { output: out, env: process.env, signal });
    return await found.command.run({ flags, words, context });
  } catch (error) {
    // The library reports some aborts as errors of its own.
    return reported(signal.aborted ? signal.reason : error, out, found?.command);
  }
}

function commandOf(args: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === args.slice(0, length).join(' '));
    if (command) return { command, rest: args.slice(length) };
  }
  return null;
}

function atTheTop(args: readonly string[], out: Output): number {
  const [first] = args;
  if (first === '--version') out.result({ version }, version);
  else if (first === '--help' || first === 'help') out.result({ help: overview() }, overview());
  else if (first === undefined) throw new UsageError(`A command is missing.\n\n${overview()}`);
  else if (installationCommands.includes(first))
    throw new UsageError(
      `${first} is a command of gateway-server, which runs on the machine of the gateway, in the folder of its installation: npm run gateway-server -- ${args.join(' ')}`,
    );
  else throw new UsageError(`There is no command ${first}.\n\n${overview()}`);
  return exitCodes.success;
}

function reported(error: unknown, out: Output, command: Command | undefined): number {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const { status, body } = error as { readonly status?: number; readonly body?: object };
  if (out.json) process.stderr.write(`${jsonLine({ error: { detail: message, status, ...body } })}\n`);
  else out.note(`gateway: ${message}`);
  if (error instanceof Interrupted) return exitCodes[error.by];
  if (error instanceof NotUsable) return exitCodes.otherAnswer;
  if (!(error instanceof UsageError)) return exitCodes.failed;
  if (command && !out.json) out.note(`Help: gateway ${command.name} --help`);
  return exitCodes.usage;
}
