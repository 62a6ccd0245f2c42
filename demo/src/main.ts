import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTelegramSimulator } from '@gateway/simulators/telegram';
import { startAgent } from './agent.js';
import { startGatewayProcess } from './gateway-process.js';
import { play } from './play.js';
import { say } from './terminal.js';

/** Clean-ups, run in reverse order, also when the demo is interrupted. */
const started: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | undefined;

function end(): Promise<void> {
  ending ??= (async () => {
    for (const stop of started.toReversed()) await stop();
  })();
  return ending;
}

async function run(): Promise<void> {
  const secret = randomBytes(24).toString('hex');
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-demo-'));
  started.push(() => rm(dataDir, { recursive: true, force: true }));
  const telegram = await startTelegramSimulator({ bot: { firstName: 'Release Bot', username: 'release_bot' } });
  started.push(() => telegram.close());
  let receiveCallback: Parameters<typeof startAgent>[1] = () => {};
  const agent = await startAgent(secret, (callback) => receiveCallback(callback));
  started.push(() => agent.close());
  const gateway = await startGatewayProcess({
    DATA_DIR: dataDir,
    CALLBACK_SIGNING_SECRET: secret,
    PLATFORM_TELEGRAM_API_URL: telegram.url,
    ENABLE_DOCS: 'true',
  });
  started.push(() => gateway.stop());
  if (ending) return;
  void gateway.ended.then(() => {
    if (!ending) process.exitCode = 1;
    return end();
  });
  await play({
    telegram,
    gatewayUrl: gateway.url,
    agentUrl: agent.url,
    onCallback: (listener) => (receiveCallback = listener),
    isAutomatic: process.argv.includes('--auto'),
    addCleanup: (work) => started.push(work),
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!ending) say('\nEnding the demo.');
    void end().then(() => process.exit());
  });
}

run().then(
  () => end(),
  async (error: unknown) => {
    if (!ending) {
      process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
    await end();
  },
);
