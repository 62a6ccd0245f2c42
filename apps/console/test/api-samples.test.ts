import { describe, expect, it } from 'vitest';
import type { Entry } from '../src/features/api/document/entries.js';
import { draftOf, missingIn, requestOf } from '../src/features/api/operation/request.js';
import { samples } from '../src/features/api/operation/samples.js';

const entry: Entry = {
  id: 'answer',
  method: 'POST',
  path: '/v1/prompts/{id}/answer',
  summary: 'Answer',
  tag: 'Prompts',
  isCallback: false,
  operation: {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', examples: ['#12'] } },
      { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'q', in: 'query', schema: { type: 'string', examples: ['not filled in'] } },
      { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
    ],
    requestBody: {
      content: { 'application/json': { examples: { one: { value: { value: "It's done", final: true } } } } },
    },
  },
};
const draft = draftOf({}, entry);

describe('a request', () => {
  it('is filled with the examples of required parameters and of the body', () => {
    expect(requestOf(entry, draft)).toEqual({
      method: 'POST',
      path: '/v1/prompts/%2312/answer',
      headers: {},
      body: JSON.stringify({ value: "It's done", final: true }, null, 2),
    });
  });

  it('has the given parameters, with several values where that is allowed', () => {
    const values = { ...draft.values, 'query:tag': 'a, b&c', 'query:q': ' x ', 'header:Idempotency-Key': 'k' };
    expect(requestOf(entry, { values, body: '' })).toEqual({
      method: 'POST',
      path: '/v1/prompts/%2312/answer?tag=a&tag=b%26c&q=x',
      headers: { 'Idempotency-Key': 'k' },
      body: null,
    });
  });

  it('names required parameters without a value', () => {
    expect(missingIn(entry, draft)).toEqual([]);
    expect(missingIn(entry, { ...draft, values: { 'path:id': ' ' } })).toEqual(['id']);
  });
});

describe('a code sample', () => {
  const origin = 'https://gateway.example.com';
  const sample = { request: requestOf(entry, draft), origin, needsKey: true, reply: 'json' } as const;

  it('quotes texts for the shell, and takes the key from the environment', () => {
    const text = samples.curl(sample);
    expect(text).toContain(`curl -X POST 'https://gateway.example.com/v1/prompts/%2312/answer' \\`);
    expect(text).toContain('-H "X-API-Key: $GATEWAY_API_KEY"');
    expect(text).toContain(String.raw`"It'\''s done"`);
  });

  it('sends the same request in TypeScript', async () => {
    const sent = await runTypeScript(samples.typescript({ ...sample, needsKey: false }));
    expect(sent).toEqual({
      url: `${origin}/v1/prompts/%2312/answer`,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: { value: "It's done", final: true },
    });
    expect(samples.typescript(sample)).toContain(`'X-API-Key': process.env.GATEWAY_API_KEY ?? ''`);
  });

  it('writes values of Python', () => {
    const text = samples.python(sample);
    expect(text).toContain('requests.post(');
    expect(text).toContain(`json={"value": "It's done", "final": True},`);
    expect(text).toContain('headers={"X-API-Key": os.environ["GATEWAY_API_KEY"]},');
  });

  it('needs no key and no body where there is none', () => {
    const request = { method: 'GET', path: '/healthz', headers: {}, body: null };
    const plain = { request, origin, needsKey: false, reply: 'json' } as const;
    expect(samples.curl(plain)).toBe(`curl '${origin}/healthz'`);
    expect(samples.typescript(plain)).toContain(`fetch('${origin}/healthz');`);
    expect(samples.python(plain)).not.toMatch(/os|headers|json=/);
  });

  it('reads a stream as it arrives', () => {
    const request = { method: 'GET', path: '/v1/events', headers: {}, body: null };
    const stream = { request, origin, needsKey: true, reply: 'stream' } as const;
    expect(samples.curl(stream)).toContain('curl -N ');
    expect(samples.python(stream)).toContain('stream=True');
    expect(samples.typescript(stream)).toContain('for await');
  });
});

/** Runs a sample with another `fetch`, and returns what it sent. */
async function runTypeScript(text: string): Promise<object> {
  let sent = {};
  const fetch = (url: string, { body, ...rest }: { body: string }) => {
    sent = { url, ...rest, body: JSON.parse(body) as unknown };
    return { ok: true, json: () => ({}) };
  };
  // oxlint-disable-next-line no-implied-eval -- runs the sample
  const run = new Function('fetch', 'console', `return (async () => { ${text} })()`) as (
    ...values: unknown[]
  ) => Promise<void>;
  await run(fetch, { log: () => {} });
  return sent;
}
