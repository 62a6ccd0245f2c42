import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cancelPrompt, createClient, createPrompt } from '@gateway/contract';
import { onPostgres } from '../harness/engines.js';
import { findProgram } from '../harness/find-program.js';
import { freePort } from '../harness/free-port.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { report } from './report.js';

const deploy = fileURLToPath(new URL('../../../../deploy', import.meta.url));
type Ports = readonly [number, number];

interface Balancer {
  /** Its path; undefined: it is not installed. */
  readonly program: string | undefined;
  /** Its configuration in deploy. */
  readonly file: string;
  readonly args: (settings: string) => string[];
  /** Whether it loses no POST either. nginx does not repeat one that it sent on a connection that closes. */
  readonly losesNoPost: boolean;
  /** The documented configuration with other ports. */
  readonly own: (given: {
    readonly text: string;
    readonly documented: (name: string) => string;
    readonly folder: string;
    readonly port: number;
    readonly ports: Ports;
  }) => string;
}

const balancers: Readonly<Record<string, Balancer>> = {
  HAProxy: {
    program: findProgram('haproxy'),
    file: 'haproxy/haproxy.cfg',
    args: (settings) => ['-f', settings],
    losesNoPost: true,
    own: ({ text, port, ports }) =>
      text
        // Refused requests are not hidden by a second try at the other instance.
        .replace('retries 3', 'retries 0')
        .replace('    bind :80\n', '')
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace(/ {4}http-request redirect .*\n/, '')
        .replace(/ {4}server .*\n/, '    http-response set-header X-Server %s\n')
        .concat(...ports.map((each) => `    server 127.0.0.1:${each} 127.0.0.1:${each}\n`)),
  },
  nginx: {
    program: findProgram('nginx'),
    file: 'nginx/gateway.conf',
    args: (settings) => ['-c', settings, '-e', 'stderr'],
    losesNoPost: false,
    own: ({ text, documented, folder, port, ports }) => {
      const [upstream = '', , tls = ''] = text.split(/(?<=^}\n)/m);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};\n`,
      );
      const inner = documented('nginx/gateway-proxy.conf').concat('add_header X-Server $upstream_addr always;\n');
      const site = tls
        .replace(/ {4}listen 443 .*/, `    listen 127.0.0.1:${port};`)
        .replace(/ {4}(?:listen \[|ssl_).*\n/g, '')
        .replaceAll('include /etc/nginx/gateway-proxy.conf;', inner);
      const servers = upstream.replace(/server .*/, ports.map((each) => `server 127.0.0.1:${each};`).join(' '));
      return `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('')}${servers}${site}}\n`;
    },
  },
};

const REQUESTS_PER_SEC = 50;
const API_KEY = 'a key of agents for tests';
const question = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes', 'No'] };

interface Reply {
  readonly status: number;
  /** The address of the instance that replied; several if the balancer tried more than one. */
  readonly server: string;
}

interface Request {
  readonly path: string;
  readonly agent: http.Agent | false;
  readonly body?: object;
}

async function send(origin: string, { path: target, agent, body }: Request): Promise<Reply> {
  return await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': API_KEY };
    const request = http.request(origin + target, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      const { statusCode: status = 0, headers: found } = response;
      response
        .resume()
        .once('error', reject)
        .once('end', () => resolve({ status, server: String(found['x-server']) }));
    });
    request.once('error', reject).end(body && JSON.stringify(body));
  });
}

/** Starts a balancer with its documented configuration, without TLS. It says in `X-Server` who replied. */
async function startBalancer(folder: string, { program, file, args, own }: Balancer, ports: Ports): Promise<string> {
  const port = await freePort();
  const documented = (name: string) => readFileSync(path.join(deploy, name), 'utf8');
  const settings = path.join(folder, 'balancer.conf');
  await writeFile(settings, own({ text: documented(file), documented, folder, port, ports }));
  const child = spawn(program ?? '', args(settings), { stdio: ['ignore', 'ignore', 'pipe'] });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await send(url, { path: '/readyz', agent: false }).catch(() => null))?.status === 200;
  await until(isReady, 20_000).catch((error: unknown) => {
    throw new Error(`The balancer does not forward requests: ${output}`, { cause: error });
  });
  return url;
}

/**
 * Sends requests at a steady rate, whether earlier ones have replies or not: reads, questions and waits. Each second one has a
 * connection of its own; the others share connections.
 */
function startLoad(origin: string, waited: string, posts: boolean) {
  const agent = new http.Agent({ keepAlive: true });
  const open = new Set<Promise<void>>();
  const failures: string[] = [];
  const counts: Record<string, number> = {};
  let sent = 0;
  const one = async (request: Request) => {
    try {
      const { status, server } = await send(origin, request);
      counts[server] = (counts[server] ?? 0) + 1;
      if (status >= 300) failures.push(`${request.path}: ${status}`);
    } catch (error) {
      failures.push(`${request.path}: ${(error as Error).message}`);
    }
  };
  const timer = setInterval(() => {
    const kind = sent % 10;
    const request: Request = {
      agent: sent % 2 === 0 ? agent : false,
      ...(posts && kind === 0
        ? { path: '/v1/prompts/new', body: question }
        : { path: kind === 5 || kind === 6 ? `/v1/prompts/${waited}?wait=30` : '/v1/prompts?limit=5' }),
    };
    sent += 1;
    const ended = one(request).finally(() => open.delete(ended));
    open.add(ended);
  }, 1000 / REQUESTS_PER_SEC);
  onTestFinished(() => clearInterval(timer));
  return {
    counts,
    failures,
    sent: () => sent,
    /** Resolves when all requests have replies. */
    async end() {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
    },
  };
}

describe.each(Object.entries(balancers))('two instances behind %s', (name, balancer) => {
  onPostgres((engine) => {
    it.runIf(balancer.program !== undefined)(
      'that restart one after the other refuse no request with the default SHUTDOWN_DELAY_MS',
      { tags: ['slow'], timeout: 400_000 },
      async () => {
        const { telegram, env } = await startTelegram();
        const database = await engine.empty();
        const settings = {
          ...database,
          ...env,
          USE_AUTH: 'true',
          GATEWAY_API_KEY: API_KEY,
          TRUSTED_PROXIES: '127.0.0.1',
          RATE_LIMIT_KEY: '0',
          RATE_LIMIT_ADDRESS: '0',
          RATE_LIMIT_CHANNEL: '0',
          MAX_OPEN_PROMPTS_PER_CHANNEL: '0',
          SHUTDOWN_DELAY_MS: '',
        };
        const ports = [await freePort(), await freePort()] as const;
        const start = (port: number) => startGatewayProcess({ ...settings, PORT: String(port) });
        const [first, second] = [await start(ports[0]), await start(ports[1])] as const;
        const call = createClient({ baseUrl: first.url, apiKey: API_KEY });
        await registerChannel({ call }, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
        const { prompt_id } = await call(createPrompt, { body: question });
        const url = await startBalancer(database['DATA_DIR'] ?? '', balancer, ports);
        const load = startLoad(url, encodeURIComponent(prompt_id), balancer.losesNoPost);
        const repliesOf = async (port: number, more: number) => {
          const server = `127.0.0.1:${port}`;
          const before = load.counts[server] ?? 0;
          await until(() => (load.counts[server] ?? 0) >= before + more, 60_000);
        };
        for (const [instance, port] of [
          [first, ports[0]],
          [second, ports[1]],
        ] as const) {
          await Promise.all(ports.map((each) => repliesOf(each, 20)));
          const { code, ms } = await instance.terminate();
          expect(code).toBe(0);
          report(`a stop behind ${name}: ${ms} ms`);
          await start(port);
          await repliesOf(port, 50);
        }
        // Ends the waits.
        await createClient({ baseUrl: url, apiKey: API_KEY })(cancelPrompt, { params: { id: prompt_id } });
        await load.end();
        report(
          `a rolling restart behind ${name}: ${load.failures.length} of ${load.sent()} requests failed, ${JSON.stringify(load.counts)}`,
        );
        expect(load.failures).toEqual([]);
      },
    );
  });
});
