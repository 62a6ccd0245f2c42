import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../commands/', import.meta.url);

/** Runs the command that the command line names: the module of that name in scripts/commands. */
export async function dispatch() {
  const [, , name = ''] = process.argv;
  const commands = readdirSync(fileURLToPath(folder)).map((file) => file.replace(/\.mjs$/, ''));
  if (!commands.includes(name)) {
    console.error(`Usage: node scripts/cli.mjs <command> [arguments]\nCommands: ${commands.join(', ')}`);
    process.exit(1);
  }
  // A command reads its arguments as a program of its own does.
  process.argv.splice(2, 1);
  await import(new URL(`${name}.mjs`, folder).href);
}
