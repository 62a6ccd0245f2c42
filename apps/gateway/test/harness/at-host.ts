import { request } from 'node:http';
import type { Reply, TestGateway } from './gateway.js';
import { checkAgainstContract } from './conformance.js';

/** The gateway at another origin, such as `https://gateway.example.com`: sends its Host header, which `fetch` does not allow. */
export function atOrigin(gateway: Pick<TestGateway, 'url'>, origin: string): Pick<TestGateway, 'url' | 'request'> {
  const { host } = new URL(origin);
  return {
    url: origin,
    request: (method, path, { body, headers = {} } = {}) =>
      new Promise<Reply>((resolve, reject) => {
        const sent = request(
          gateway.url + path,
          { method, headers: { host, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => {
              const text = Buffer.concat(chunks).toString();
              const received = new Headers();
              for (const [name, values = []] of Object.entries(response.headersDistinct))
                for (const value of values) received.append(name, value);
              const status = response.statusCode ?? 0;
              const reply = {
                status,
                headers: received,
                text,
                json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
              };
              checkAgainstContract({ method, path, ...reply });
              resolve(reply);
            });
          },
        );
        sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
      }),
  };
}
