import { adapterFlaws } from '../adapter-flaws.js';
import { runEvent } from './event.js';
import { CommandError, loadPlatform, readPackageJson } from './package.js';
import { prepareRelease } from './release.js';

const usage = `Usage, in the folder of an adapter that is compiled:
  gateway-platform check         Names all flaws of the manifest and of package.json
  gateway-platform event <file>  Gives one recorded event to the adapter, and prints what it makes of it
  gateway-platform release       Tests and packs the adapter, and checks the package; publishes nothing`;

/** Runs the command in a folder. Throws `CommandError` with sentences for the caller. */
export async function run(
  args: readonly string[],
  { folder, print }: { readonly folder: string; readonly print: (line: string) => void },
): Promise<void> {
  const [command, file] = args;
  if (command === 'check') {
    const packageJson = await readPackageJson(folder);
    const flaws = await adapterFlaws(await loadPlatform(folder, packageJson), packageJson);
    if (flaws.length > 0) throw new CommandError(flaws.join('\n'));
    return print('The manifest and package.json have no flaw that can be seen without a connection.');
  }
  if (command === 'event' && file !== undefined) {
    const outcome = await runEvent(folder, file);
    print(JSON.stringify(outcome, null, 2));
    if (outcome.error !== undefined) throw new CommandError('The adapter threw an error.');
    return;
  }
  if (command === 'release') return print(await prepareRelease(folder, print));
  throw new CommandError(usage);
}
