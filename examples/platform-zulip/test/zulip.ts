import { createFaults, listen, systemClock, type Fault } from '@gateway/simulators';
import express, { type Request } from 'express';
import type { Payload } from '../src/inbound.js';

/** Zulip queues a request that was answered 5xx again. */
const RETRY_MS = 20;

export type Zulip = Awaited<ReturnType<typeof startZulip>>;

/** An answer with an error. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A small Zulip server with one channel and an outgoing webhook. Tests act as Ada. */
export async function startZulip(webhookUrl: string | null) {
  const bot = { user_id: 2, email: 'gateway-bot@zulip.example', full_name: 'Gateway' };
  const ada = { user_id: 5, email: 'ada@zulip.example', full_name: 'Ada' };
  const [key, token] = ['the-key-of-the-bot', 'the-token-of-the-webhook'];
  const messages: { id: number; content: string; to: string }[] = [];
  const faults = createFaults();
  const closed = new AbortController();
  let lastId = 100;
  let newest: Payload | null = null;

  const methods: Record<string, [string, string, (request: Request) => object]> = {
    me: ['get', '/users/me', () => bot],
    user: [
      'get',
      '/users/:email',
      ({ params }) => {
        if (params['email'] !== ada.email) throw new Refused(400, 'BAD_REQUEST', 'No such user');
        return { user: ada };
      },
    ],
    channel: [
      'get',
      '/get_stream_id',
      ({ query }) => {
        if (query['stream'] !== 'ops') throw new Refused(400, 'BAD_REQUEST', "Invalid channel name 'x'");
        return { stream_id: 9 };
      },
    ],
    send: [
      'post',
      '/messages',
      ({ body }) => {
        const { to, content, type } = body as { to: string; content: string; type: string };
        if (type === 'stream' && to !== 'ops')
          throw new Refused(400, 'STREAM_DOES_NOT_EXIST', `Channel '${to}' does not exist`);
        messages.push({ id: (lastId += 1), content, to });
        return { id: lastId };
      },
    ],
  };

  const app = express();
  app.use(express.urlencoded());
  app.use((request, response, next) => {
    const expected = `Basic ${Buffer.from(`${bot.email}:${key}`).toString('base64')}`;
    if (request.headers.authorization === expected) return next();
    response.status(401).json({ result: 'error', code: 'INVALID_API_KEY', msg: 'Invalid API key' });
  });
  for (const [name, [method, path, answer]] of Object.entries(methods))
    app[method as 'get'](`/api/v1${path}`, (request, response) => {
      const fault = faults.take(name, {});
      if (fault?.drop) return void request.socket.destroy();
      const { status, body } = fault?.answer ?? outcomeOf(() => answer(request));
      response.status(status).json(body);
    });
  const server = await listen(app);

  /** The body of a request to the webhook. `fields` change the message. */
  const payload = (content: string, fields: Partial<NonNullable<Payload['message']>> = {}): Payload => ({
    token,
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    message: {
      id: (lastId += 1),
      type: 'stream',
      display_recipient: 'ops',
      subject: 'deployments',
      content,
      sender_id: ada.user_id,
      sender_email: ada.email,
      sender_full_name: ada.full_name,
      ...fields,
    },
  });
  const call = async (body: Payload): Promise<void> => {
    if (webhookUrl === null) return;
    while (!closed.signal.aborted) {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: closed.signal,
      }).catch(() => null);
      if (response && response.status < 500) return;
      await systemClock.sleep(RETRY_MS, closed.signal);
    }
  };

  return {
    url: server.url,
    bot,
    ada,
    key,
    token,
    messages,
    payload,
    failNext: (method: string, fault: Fault) => faults.add(method, fault),
    /** Ada mentions the bot in the channel. */
    write(text: string, quoted?: string): void {
      const link = `https://zulip.example/#narrow/channel/9-ops/topic/deployments/near/${quoted}`;
      const quotation = quoted === undefined ? '' : `@_**Gateway|2** [said](${link}):\n\`\`\`quote\nDeploy?\n\`\`\`\n`;
      newest = payload(`${quotation}@**Gateway** ${text}`);
      void call(newest);
    },
    repeatNewest: () => void (newest && call(newest)),
    close() {
      closed.abort();
      return server.close();
    },
  };
}

function outcomeOf(answer: () => object): { status: number; body: unknown } {
  try {
    return { status: 200, body: { result: 'success', ...answer() } };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, body: { result: 'error', code: error.code, msg: error.message } };
  }
}
