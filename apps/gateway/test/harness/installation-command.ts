import { runCommand } from '../../src/commands/run-command.js';

/** Runs a command of the installation, such as `operator list`, in this process. `output`: what it printed, notes included. */
export async function installationCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ code: 0 | 1 | 2; output: string }> {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const code = await runCommand(args, { env, print, note: print, signal });
  return { code, output: lines.join('\n') };
}
