import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const pythonClient = fileURLToPath(new URL('../../../../clients/python', import.meta.url));

const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);
/** Whether there is a `python3` that can run the client. `npm test` says so when there is none. */
export const hasPython = status === 0;

export interface PythonProgram {
  /** Sends SIGKILL. Resolves when the program has ended. */
  kill(): Promise<void>;
  /** Sends SIGINT, as Ctrl-C does. */
  interrupt(): void;
  /** Everything it printed to the standard output so far. */
  output(): string;
  /** Resolves when the program has ended. Rejects with its errors when its status is not 0. */
  ended(): Promise<void>;
  /** Resolves with each line of the output as JSON when the program has ended with the status 0. */
  // oxlint-disable-next-line no-explicit-any -- tests read values of many types
  results(): Promise<any[]>;
}

/** Starts a Python program that can import the client. It is killed after the test. */
export function startPython(args: readonly string[], env: Readonly<Record<string, string>> = {}): PythonProgram {
  const child = spawn('python3', args, {
    cwd: pythonClient,
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: path.join(pythonClient, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  const ended = async () => {
    const [code] = await closed;
    if (code !== 0) throw new Error(`The Python program ended with ${code}: ${errors}`);
  };
  return {
    kill,
    interrupt: () => void child.kill('SIGINT'),
    output: () => output,
    ended,
    async results() {
      await ended();
      return output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    },
  };
}

/** The clients of the package. Both do the same. */
export const clients = ['Gateway', 'AsyncGateway'] as const;
export type ClientName = (typeof clients)[number];

/** Gives `AsyncGateway` the shape of `Gateway`: each call has an event loop of its own. */
const inShapeOfGateway = `
class Blocking:
    def __init__(self, *args, **named):
        self.client = AsyncGateway(*args, **named)

    def __getattr__(self, name):
        async def call(*args, **named):
            return await getattr(self.client, name)(*args, **named)

        return lambda *args, **named: asyncio.run(call(*args, **named))

    def listen(self, **named):
        loop, events = asyncio.new_event_loop(), self.client.listen(**named)
        while True:
            yield loop.run_until_complete(events.__anext__())

Gateway = Blocking`;

/**
 * Runs statements with `gateway`, a client with a default channel. `show(value)` prints a value as a line of JSON, an
 * outcome with the fields of the client.
 */
export function runClient(
  url: string,
  statements: string,
  settings = '',
  channel = 'approvals',
  client: ClientName = 'Gateway',
  env: Readonly<Record<string, string>> = {},
): PythonProgram {
  const program = `
import asyncio, dataclasses, json, sys, threading, time
from gateway_client import *

def show(value):
    # One write: an interrupt cannot separate the line from its end.
    sys.stdout.write(json.dumps(value, default=dataclasses.asdict) + "\\n")
${client === 'AsyncGateway' ? inShapeOfGateway : ''}
gateway = Gateway(${JSON.stringify(url)}, channel=${JSON.stringify(channel)}${settings && `, ${settings}`})
${statements}`;
  return startPython(['-c', program], env);
}
