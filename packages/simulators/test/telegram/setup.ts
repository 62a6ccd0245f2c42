import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  startTelegramSimulator,
  type TelegramSimulator,
  type TelegramSimulatorOptions,
} from '@gateway/simulators/telegram';
import { Api, GrammyError } from 'grammy';
import { onTestFinished } from 'vitest';

/** A simulator with one person, and grammY's client. */
export async function start(options?: TelegramSimulatorOptions) {
  const sim = await startTelegramSimulator(options);
  onTestFinished(() => sim.close());
  const ada = sim.addUser({ firstName: 'Ada', username: 'ada_l' });
  return { sim, ada, api: clientOf(sim) };
}

export const clientOf = (sim: TelegramSimulator, token = sim.token) => new Api(token, { apiRoot: sim.url });

/** The error of a refused call. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ code: number; description: string; parameters: unknown }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GrammyError)) throw new Error('Expected the call to be refused', { cause: error });
  return { code: error.error_code, description: error.description, parameters: error.parameters };
}

export const described = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).description;

/** An HTTP server on a free port, closed at the end of the test. */
export async function serve(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A picture of 1 x 1 pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const keyboard = (...labels: string[]) => ({
  inline_keyboard: [labels.map((text, index) => ({ text, callback_data: `choice.${index}` }))],
});
