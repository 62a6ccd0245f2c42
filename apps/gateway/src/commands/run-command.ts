import { explainedErrors } from '../service/explained-errors.js';
import { UsageError, type Command, type Terminal } from './command.js';
import { commands } from './commands.js';

/** Runs the command that the arguments name; `start` without arguments. Returns the exit code; errors are printed. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const [name = 'start', ...rest] = args;
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    const isRequested = ['--help', '-h', 'help'].includes(name);
    terminal[isRequested ? 'print' : 'note'](isRequested ? help : `There is no command ${name}.\n\n${help}`);
    return isRequested ? 0 : 1;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(helpOf(command));
    return 0;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    if (!(error instanceof Error) || !explainedErrors.has(error.name)) throw error;
    terminal.note(error instanceof UsageError ? `${error.message}\n\n${helpOf(command)}` : error.message);
    return 1;
  }
}

const forms = commands.flatMap(({ usage }) => usage);
const width = Math.max(...forms.map(([form]) => form.length));
const linesOf = (usage: Command['usage']) =>
  usage.map(([form, effect]) => `  gateway-server ${form.padEnd(width)}  ${effect}`).join('\n');

const help = `Usage:
${linesOf(forms)}

Settings come from the environment, as for the gateway. All commands but start and restore work while the gateway is running.`;

function helpOf({ usage, details = [] }: Command): string {
  return [`Usage:\n${linesOf(usage)}`, ...(details.length > 0 ? [details.join('\n')] : [])].join('\n\n');
}
