import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { devSettings, gatewayEntry } from '../lib/dev.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main, run, Stop } from '../lib/run.mjs';

/** What is created through the API: two sandbox channels and one prompt in each open state. */
const channels = [
  { channel_id: 'approvals', channel_type: 'PROMPT' },
  { channel_id: 'support', channel_type: 'MESSAGE', callback_url: 'http://127.0.0.1:9/messages' },
];
const pending = [
  { text: 'Deploy version 2.5 to production?', options: ['Deploy now', 'Tonight', 'Do not deploy'], ttl_sec: 0 },
  { text: 'Which customer is affected?', allow_text: true, ttl_sec: 0 },
];
const cancelled = { text: 'Restart the database?', options: ['Yes', 'No'] };

// Writes seed data into the database of `npm run dev`: channels, prompts in all states, messages and deliveries of two weeks. The
// gateway must not run meanwhile, because the embedded database has one process.
await main(async () => {
  const { values } = parseArgs({
    options: { prompts: { type: 'string', default: '1000' }, days: { type: 'string', default: '14' } },
  });
  await prepare();
  const settings = devSettings();
  await withGateway(settings, async (call) => {
    for (const channel of channels) {
      const found = await call('GET', `/v1/channels/${channel.channel_id}`);
      if (found.status === 404) await created(call('POST', '/console/session/sandbox', channel));
    }
    for (const prompt of [...pending, cancelled])
      await created(call('POST', '/v1/prompts/new', { channel_id: 'approvals', ...prompt }));
    const { json } = await call('GET', '/v1/prompts?state=pending&q=Restart');
    await created(call('POST', `/v1/prompts/${encodeURIComponent(json[0].id)}/cancel`));
  });
  const database = settings['DATABASE_URL'] ?? join(settings.DATA_DIR, 'gateway.db');
  const amounts = ['--prompts', '--messages', '--deliveries'].flatMap((name) => [name, values.prompts]);
  const { code } = await run(process.execPath, [
    'bench/dist/seed.js',
    '--database',
    database,
    ...amounts,
    '--days',
    values.days,
  ]);
  if (code !== 0) throw new Stop('The history was not written, for the reason above.');
  console.log(`The seed data is in ${database}. \`npm run dev\` shows it.`);
});

/** @param {Promise<{ status: number, json: any }>} call */
async function created(call) {
  const { status, json } = await call;
  if (status >= 300) throw new Stop(`The gateway refused the seed data with ${status}: ${json?.detail ?? 'no reason'}`);
}

/**
 * Runs `work` while a gateway runs on the development database, at a free port.
 * @param {NodeJS.ProcessEnv} settings
 * @param {(call: (method: string, path: string, body?: object) => Promise<{ status: number, json: any }>) => Promise<void>} work
 */
async function withGateway(settings, work) {
  if (!existsSync(gatewayEntry)) throw new Stop('The gateway is not built: apps/gateway/dist/main.js is missing.');
  const gateway = spawn(process.execPath, [gatewayEntry], {
    env: { ...settings, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(gateway, 'exit');
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    createInterface({ input: gateway.stdout }).on('line', (line) => {
      const url = /^Gateway ready at (\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() =>
      reject(new Stop('The gateway did not start, for the reason above. Is `npm run dev` running? End it first.')),
    );
  });
  try {
    const url = await ready;
    await work(async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      });
      return { status: response.status, json: await response.json().catch(() => undefined) };
    });
  } finally {
    gateway.kill('SIGTERM');
    await ended;
  }
}
