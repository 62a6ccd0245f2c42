import { command, type Command } from '../command.js';
import { completionModel, scripts, type Shell } from '../completion.js';
import { exitCodes } from '../exit-codes.js';

/** The command that prints completion scripts for all commands. */
export const completionOf = (commands: () => readonly Command[]): Command =>
  command({
    name: 'completion',
    summary: 'Print the completion script of a shell.',
    words: [{ name: 'SHELL', choices: Object.keys(scripts) }],
    async run({ words: [shell], context: { output } }) {
      const script = scripts[shell as Shell](completionModel(commands()));
      output.result({ script }, script);
      return exitCodes.success;
    },
  });
