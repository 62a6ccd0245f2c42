import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../settings/config-error.js';
import { parseFile, type FileDocument, type FileProblem } from './document.js';
import { fileSettings } from './file-settings.js';
import { declaredIn } from './schema.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes. A file with ten thousand people is smaller. */
const MAX_SIZE = 4 * 1024 * 1024;

/** Reads a configuration file. Throws `ConfigError` when it cannot be read; mistakes in it are in its `problems`. */
export function readFile(name: string, env: Environment): FileDocument {
  const failed = (reason: string) =>
    new ConfigError(
      `The configuration file ${JSON.stringify(name)} ${reason}: name a YAML file that this user may read.`,
    );
  let text: string;
  try {
    if (statSync(name).size > MAX_SIZE) throw failed('is larger than 4 MB');
    text = readFileSync(name, 'utf8');
  } catch (error) {
    throw error instanceof ConfigError
      ? error
      : failed(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  return parseFile(text, path.basename(name), env);
}

/** One error with all mistakes of a file, each with its line. */
export function fileError({ file }: Pick<FileDocument, 'file'>, problems: readonly FileProblem[]): ConfigError {
  const lines = [...new Set(problems.map(({ line, message }) => `  ${file}:${line}: ${message}`))].toSorted(
    (left, right) => left.localeCompare(right, 'en', { numeric: true }),
  );
  const count = lines.length === 1 ? 'a mistake' : `${lines.length} mistakes`;
  return new ConfigError(`${file} has ${count}, and nothing of it was applied:\n${lines.join('\n')}`);
}

/** The file that `CONFIG_FILE` names; null: it is not set. Throws `ConfigError` when the file cannot be read. */
export function namedFile(env: Environment): FileDocument | null {
  const name = env['CONFIG_FILE'];
  return name === undefined || name === '' ? null : readFile(name, env);
}

/** The environment with the settings of a file, where it does not set them itself. Throws `ConfigError`. */
export function withFileSettings(env: Environment, document: FileDocument | null): Environment {
  if (document === null) return env;
  let isWrong = document.value === undefined || document.value === null;
  const block = (document.value as { settings?: unknown } | null | undefined)?.settings;
  const texts = fileSettings(block, () => (isWrong = true));
  // A command that needs no secrets runs without the variables of the channels: the other mistakes are told when the file is applied.
  const { problems } = isWrong ? declaredIn(document) : { problems: [] };
  if (problems.length > 0) throw fileError(document, problems);
  const set = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined && text !== ''));
  return { ...texts, ...set };
}
