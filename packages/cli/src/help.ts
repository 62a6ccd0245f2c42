import { commonOptions, type Command, type Options } from './command.js';
import { commands } from './commands.js';
import { table } from './output.js';

const exits = `Exit codes: 0 the expected answer, or success; 1 another answer; 2 wrong usage; 3 no answer (expired, cancelled, or
still open after --wait); 4 the gateway could not be reached or refused, or
doctor found that an agent cannot ask; 130 and 143 ended by a signal.`;

export function overview(): string {
  const rows = commands.map(({ name, words = [], summary }) => [
    `  ${[name, ...words.map((word) => word.name)].join(' ')}`,
    summary,
  ]);
  return `Usage: gateway <command> [options]\n\n${table(rows)}\n\ngateway <command> --help shows its options.\n${exits}`;
}

export function helpOf({ name, words = [], summary, options = {} }: Command): string {
  const usage = [name, ...words.map((word) => word.name), '[options]'].join(' ');
  const own = Object.keys(options).length > 0 ? `\n${table(rowsOf(options))}\n` : '';
  return `Usage: gateway ${usage}\n\n${summary}\n${own}\nOptions of all commands:\n${table(rowsOf(commonOptions))}\n\n${exits}`;
}

function rowsOf(options: Options): string[][] {
  return Object.entries(options).map(([name, { value, choices, multiple, help }]) => [
    `  --${name}${value === undefined && !choices ? '' : ` ${value ?? choices?.join('|')}`}`,
    `${help}${multiple ? ' Can be repeated.' : ''}`,
  ]);
}
