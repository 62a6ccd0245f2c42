import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A button that the gateway posted, as needed to press it. */
export interface PostedButton {
  readonly messageId: number;
  readonly data: string;
}

/** A minimal Telegram: it answers at once, checks nothing and stores only buttons. */
export interface FakePlatform {
  readonly url: string;
  /** The first button of each prompt posted since the last call. */
  takeButtons(): PostedButton[];
  /** The secret of the webhook; null until the gateway has registered it. */
  webhookSecret(): string | null;
  /** Updates of posted messages so far: one for each prompt that was closed. */
  updated(): number;
  /** Long polls in progress. */
  polling(): number;
  close(): void;
}

export async function startFakePlatform(): Promise<FakePlatform> {
  let messageId = 0;
  let secret: string | null = null;
  let buttons: PostedButton[] = [];
  let updated = 0;
  let polling = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const method = (request.url ?? '').split('/').at(-1) ?? '';
      let result = 'true';
      if (method === 'sendMessage') {
        messageId += 1;
        const data = /"callback_data":"([^"]+)"/.exec(body)?.[1];
        if (data !== undefined) buttons.push({ messageId, data });
        result = `{"message_id":${messageId},"date":1,"chat":{"id":1,"type":"private"},"text":"x"}`;
      }
      if (method.startsWith('editMessage')) updated += 1;
      if (method === 'setWebhook') secret = /"secret_token":"([^"]+)"/.exec(body)?.[1] ?? null;
      if (method === 'getUpdates') result = '[]';
      const seconds = method === 'getUpdates' ? Number(/"timeout":(\d+)/.exec(body)?.[1] ?? 0) : 0;
      const reply = () => {
        response.setHeader('content-type', 'application/json');
        response.end(`{"ok":true,"result":${result}}`);
      };
      if (seconds === 0) return reply();
      polling += 1;
      const timer = setTimeout(reply, seconds * 1000);
      response.once('close', () => {
        polling -= 1;
        clearTimeout(timer);
      });
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeButtons() {
      const taken = buttons;
      buttons = [];
      return taken;
    },
    webhookSecret: () => secret,
    updated: () => updated,
    polling: () => polling,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
