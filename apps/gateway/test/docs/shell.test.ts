import { describe, expect, it } from 'vitest';
import { blocks } from './blocks.js';
import { isInstalled } from './programs.js';
import { runInShell } from './shell.js';

const commands = blocks().filter(({ mark }) => mark === 'run');
const documents = [...new Set(commands.map(({ file }) => file))];

/** The answers that the commands of a document print. */
const answers: Readonly<Record<string, readonly string[]>> = { 'README.md': ['Deploy'], 'docs/agents.md': ['Tonight'] };

describe('the documented commands', () => {
  for (const document of documents) {
    const own = commands.filter(({ file }) => file === document).map(({ code }) => code);
    const needed = ['curl', 'openssl', 'sqlite3'].filter((program) => own.join('\n').includes(`${program} `));
    it.skipIf(!needed.every(isInstalled))(
      `of ${document} work`,
      { tags: document === 'README.md' ? [] : ['slow'] },
      async () => {
        const { status, output } = await runInShell(own[0]?.startsWith('npm start') ? own : ['npm start', ...own]);
        expect(status, output).toBe(0);
        for (const answer of answers[document] ?? []) expect(output).toContain(`"answer":"${answer}"`);
      },
    );
  }
});
