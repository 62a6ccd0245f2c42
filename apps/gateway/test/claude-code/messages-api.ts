import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface MessagesRequest {
  readonly tools?: readonly { readonly name: string }[];
  readonly messages?: readonly { readonly content: unknown }[];
}

/** The Messages API with a model that uses the tool Bash once, and then says what came of it. */
export async function startMessagesApi(command: string): Promise<{ readonly url: string; readonly results: string[] }> {
  const results: string[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { tools = [], messages = [] } = body as MessagesRequest;
      const last = JSON.stringify(messages.at(-1)?.content ?? '');
      const isResult = last.includes('"tool_result"');
      if (isResult) results.push(last);
      const usesTool = !isResult && tools.some(({ name }) => name === 'Bash');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(usesTool ? toolUse(command) : said('Done.'));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, results };
}

const toolUse = (command: string) =>
  stream(
    'tool_use',
    { type: 'tool_use', id: 'toolu_01', name: 'Bash', input: {} },
    {
      type: 'input_json_delta',
      partial_json: JSON.stringify({ command, description: 'Write a file' }),
    },
  );

const said = (text: string) => stream('end_turn', { type: 'text', text: '' }, { type: 'text_delta', text });

/** A streamed message with one block: https://docs.claude.com/en/docs/build-with-claude/streaming */
function stream(stop_reason: string, content_block: object, delta: object): string {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: [],
    stop_reason: null,
    usage,
  };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}
