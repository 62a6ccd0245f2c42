import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { emptyFolder, run, type Finished } from './command.js';

/** A person's home and a project in it, without settings. */
export interface Desk {
  readonly home: string;
  readonly project: string;
  /** Runs the command in the project. */
  run(...args: string[]): Promise<Finished>;
  /** Writes a file of the home; returns its path. */
  write(file: string, text: string): string;
  read(file: string): string;
}

export function newDesk(env: Record<string, string> = {}): Desk {
  const home = emptyFolder();
  const project = path.join(home, 'project');
  mkdirSync(project);
  return {
    home,
    project,
    run: async (...args) => await run(args, { env: { HOME: home, ...env }, cwd: project }),
    write: (file, text) => {
      const target = path.join(home, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
      return target;
    },
    read: (file) => readFileSync(path.join(home, file), 'utf8'),
  };
}
