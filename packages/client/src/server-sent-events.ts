import { chunksOf } from './bytes.js';

/** An event of a stream, or a comment. Null: the block does not have it. */
interface ServerSentEvent {
  readonly id: string | null;
  readonly data: string | null;
}

/** Reads the server-sent events of a response as they arrive. Ends with the response. */
export async function* serverSentEvents(response: Response): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunksOf(response)) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield parsed(block);
  }
}

function parsed(block: string): ServerSentEvent {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [name = '', ...rest] = line.split(':');
    const text = rest.join(':');
    const value = text.startsWith(' ') ? text.slice(1) : text;
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return { id, data: data.length > 0 ? data.join('\n') : null };
}
