import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.js';
import { startTelegram } from '../harness/gateway.js';
import { root } from './blocks.js';
import { folderOf } from './programs.js';

/** `npm start` starts the built gateway in the background and replaces a running one. Other scripts have their own tests. */
const npm = `#!/bin/sh
[ "$1" = start ] || exit 0
if [ -f gateway.pid ]; then
  kill "$(cat gateway.pid)"
  while kill -0 "$(cat gateway.pid)" 2>/dev/null; do sleep 0.1; done
fi
node "$GATEWAY_MAIN" >gateway.log 2>&1 &
echo $! >gateway.pid
until grep -q '^Gateway ready' gateway.log; do
  kill -0 "$(cat gateway.pid)" || { cat gateway.log >&2; exit 1; }
  sleep 0.1
done
`;

/** curl that replaces the documented addresses of gateway and Telegram, and fails on error statuses. */
const curl = `#!/bin/sh
for argument; do
  shift
  set -- "$@" "$(printf '%s' "$argument" | sed "s#http://localhost:8100#$GATEWAY#g; s#https://api.telegram.org#$PLATFORM_TELEGRAM_API_URL#g")"
done
PATH=$READER_PATH exec curl --fail-with-body --silent --show-error --max-time 70 "$@"
`;

/** The chat id and the bot token that the documents use. */
const chatId = 123456789;
const botToken = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

export interface Session {
  readonly status: number | null;
  readonly output: string;
}

/**
 * Runs commands one after the other in one shell, as a reader would paste them, until one fails. Each line is printed before it
 * runs. A person in the chat presses the first button of each prompt.
 */
export async function runInShell(commands: readonly string[]): Promise<Session> {
  const port = await freePort();
  const { telegram, env } = await startTelegram({ bot: { token: botToken } });
  const person = telegram.addUser({ id: chatId, firstName: 'Ada', username: 'ada' });
  telegram.writeText({ chat: person, text: 'Hello' });
  const folder = await folderOf({ 'bin/npm': npm, 'bin/curl': curl, session: commands.join('\n') });
  const shell = spawn('sh', ['-c', 'chmod +x bin/*; PATH=$PWD/bin:$PATH; set -ev; . ./session'], {
    cwd: folder,
    env: {
      ...env,
      PATH: process.env.PATH,
      READER_PATH: process.env.PATH,
      GATEWAY: `http://127.0.0.1:${port}`,
      GATEWAY_MAIN: path.join(root, 'apps/gateway/dist/main.js'),
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(shell, 'close') as Promise<[number | null]>;
  const answering = setInterval(() => {
    const open = telegram.messages({ chat: person }).find(({ reply_markup }) => reply_markup?.inline_keyboard.length);
    if (open) void telegram.press({ chat: person, message: open, button: 0 }).catch(() => {});
  }, 200);
  onTestFinished(() => {
    clearInterval(answering);
    shell.kill('SIGKILL');
    endGateway(folder);
  });
  const [status] = await ended;
  return { status, output };
}

function endGateway(folder: string): void {
  try {
    process.kill(Number(readFileSync(path.join(folder, 'gateway.pid'), 'utf8')), 'SIGKILL');
  } catch {
    // It was not started, or has ended.
  }
}
