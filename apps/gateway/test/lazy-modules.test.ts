import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createClient, createPrompt, listPolicies, listPrompts } from '@gateway/contract';
import { sqlite } from './harness/engines.js';
import { registerChannel, startTelegram } from './harness/gateway.js';
import { startGatewayProcess } from './harness/gateway-process.js';

const apiKey = 'key-of-the-first-start';

/** Starts the built gateway on a database with a channel, does `work`, and returns the addresses of all modules that it ran. */
async function modulesOf(
  work: (call: ReturnType<typeof createClient>) => Promise<unknown>,
  { channel = true }: { readonly channel?: boolean } = {},
) {
  const { telegram, env: platform } = await startTelegram();
  const env = { ...(await sqlite.empty()), ...platform, USE_AUTH: 'true', GATEWAY_API_KEY: apiKey, HOST: '127.0.0.1' };
  const first = await startGatewayProcess(env);
  const admin = { call: createClient({ baseUrl: first.url, apiKey }) };
  if (channel)
    await registerChannel(admin, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
  await first.terminate();

  const coverage = await mkdtemp(path.join(tmpdir(), 'coverage-'));
  const second = await startGatewayProcess({ ...env, NODE_V8_COVERAGE: coverage });
  await work(createClient({ baseUrl: second.url, apiKey }));
  await second.terminate();
  const files = await readdir(coverage);
  const reports = await Promise.all(files.map((file) => readFile(path.join(coverage, file), 'utf8')));
  return reports.flatMap((report) =>
    (JSON.parse(report) as { result: { url: string }[] }).result.map(({ url }) => url),
  );
}

it('a start and a list load neither Express, undici, MCP, OpenTelemetry nor the parsers of uploads', async () => {
  const modules = await modulesOf((call) => call(listPrompts, {}), { channel: false });
  expect(modules.some((url) => url.includes('/service.js'))).toBe(true);
  expect(
    modules.filter((url) =>
      /node_modules\/(?:express|undici|multer|file-type|@modelcontextprotocol|@opentelemetry)\//.test(url),
    ),
  ).toEqual([]);
});

const ofPrisma = /@prisma|generated\/sqlite\/client/;

it('a start and a prompt load no Prisma client, and the first administrative query loads it', async () => {
  const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] };
  const asking = await modulesOf((call) => call(createPrompt, { body }));
  expect(asking.some((url) => url.includes('/service.js'))).toBe(true);
  expect(asking.filter((url) => ofPrisma.test(url))).toEqual([]);

  const administration = await modulesOf((call) => call(listPolicies, {}));
  expect(administration.some((url) => ofPrisma.test(url))).toBe(true);
});
