import path from 'node:path';
import { parseArgs } from 'node:util';
import { fields, type Answers, type Field } from './answers.js';
import { createAdapter, CreateError } from './create-adapter.js';

/** Where the command reads and writes. */
export interface Terminal {
  readonly print: (text: string) => void;
  /** Asks a person for one line. Null: there is no terminal. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

const usage = `Usage:
  npm create gateway-platform [<folder>] -- [options]

${fields.map(({ name, title, values }) => `  --${`${name} <${values?.join('|') ?? name}>`.padEnd(32)}${title}`).join('\n')}

What is missing is asked for. Without a terminal, all four options are needed.
The folder is gateway-platform-<id> unless it is named. It must be new or empty.`;

/** Runs the command. Throws `CreateError` with a sentence for the caller. */
export async function run(args: readonly string[], { print, ask }: Terminal): Promise<void> {
  const { values, positionals } = parsed(args);
  if (values.help) return print(usage);
  const flaws = fields.flatMap((field) => {
    const given = values[field.name];
    const problem = given === undefined ? null : field.problem(given);
    return problem === null ? [] : [`--${field.name} ${problem}.`];
  });
  if (flaws.length > 0) throw new CreateError(flaws.join('\n'));
  const missing = fields.filter(({ name }) => values[name] === undefined);
  if (missing.length > 0 && !ask)
    throw new CreateError(`Missing: ${missing.map(({ name }) => `--${name}`).join(', ')}.\n\n${usage}`);
  const answers: Partial<Record<keyof Answers, string>> = { ...values };
  for (const field of missing) if (ask) answers[field.name] = await answerTo(field, ask, print);

  const { id } = answers as Answers;
  const folder = positionals[0] ?? `gateway-platform-${id}`;
  createAdapter(folder, answers as Answers);
  print(`Made ${folder}. Next:

  cd ${path.normalize(folder)}
  npm install
  npm test

The tests are red at first: each failed line says what is to be written next.`);
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = {
      id: text,
      name: text,
      events: text,
      choices: text,
      help: { type: 'boolean', short: 'h' },
    } as const;
    const found = parseArgs({ args: [...args], options, allowPositionals: true });
    if (found.positionals.length > 1) throw new Error(`Unexpected argument: ${found.positionals[1]}`);
    return found;
  } catch (error) {
    throw new CreateError(`${(error as Error).message.replace(/\.$/, '')}.\n\n${usage}`);
  }
}

/** Asks until the answer is valid. */
async function answerTo(
  { title, values, problem }: Field,
  ask: (question: string) => Promise<string>,
  print: (text: string) => void,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`${title}${values ? ` (${values.join(', ')})` : ''}: `)).trim();
    const flaw = problem(answer);
    if (flaw === null) return answer;
    print(`It ${flaw}.`);
  }
}
