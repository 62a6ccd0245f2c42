import type { Context } from '../context.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import { readHostFile, writeHostFile, type HostFile } from './host-file.js';
import { JsonFlaw } from './parse-json.js';
import { TomlFlaw } from './toml-tables.js';

interface Change {
  /** Throws `JsonFlaw`, `TomlFlaw` or `UsageError`. */
  readonly edit: (text: string) => string;
  /** Whether to print what the change adds, and to write nothing. */
  readonly print?: boolean | undefined;
}

/**
 * Changes a settings file of a host and says so. Returns the exit code. What is printed has only what the change adds: the rest of the file
 * can have secrets.
 */
export async function changeHostFile(
  place: HostFile,
  { edit, print = false }: Change,
  context: Context,
): Promise<number> {
  const read = await readHostFile(place);
  const { file } = read;
  const changed = edited(file, read.text, edit);
  const isChanged = changed !== read.text;
  if (print) {
    const added = edit('');
    context.output.note(isChanged ? `${file} would get:` : `${file} has this already:`);
    context.output.result({ file, changed: isChanged, added }, added.trimEnd());
    return exitCodes.success;
  }
  if (isChanged) await writeHostFile(read, changed);
  context.output.result({ file, changed: isChanged }, isChanged ? `Changed ${file}.` : `Nothing to change in ${file}.`);
  return exitCodes.success;
}

function edited(file: string, text: string, edit: Change['edit']): string {
  try {
    return edit(text);
  } catch (error) {
    if (error instanceof JsonFlaw || error instanceof TomlFlaw)
      throw new UsageError(
        `${file}, ${error.message}. Nothing was written. Correct the file, and run the command again.`,
      );
    if (error instanceof UsageError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}
