import { runCommand } from './run.js';

/** Runs the command with the arguments that follow its name, in this process. Returns its exit code. */
export async function run(args: readonly string[], options: { readonly signal?: AbortSignal } = {}): Promise<number> {
  return await runCommand(args, options);
}
