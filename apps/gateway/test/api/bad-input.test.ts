import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';
import { startUnfailingGateway } from './unfailing-gateway.js';

/** The default brotli quality takes seconds for 5 MB. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const json = { 'content-type': 'application/json' };

const shared = startUnfailingGateway();

/** The routes of these tests that take a JSON body. */
const writers = [
  ['POST', '/v1/prompts/new'],
  ['POST', '/v1/channels/new'],
  ['PATCH', '/v1/channels/approvals'],
] as const;

describe('every route with a JSON body', () => {
  it.each([
    ['truncated JSON', '{"text":'],
    ['JSON with a trailing comma', '{"a":1,}'],
    ['a body that is not JSON', 'text=hello'],
    ['single quotes', "{'text':'x'}"],
    ['NaN', '{"ttl_sec":NaN}'],
    ['two JSON values', '{}{}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"text"'],
    ['a number', '1'],
    ['true', 'true'],
    ['a field called __proto__', '{"__proto__":{"text":"x"}}'],
    ['a field called constructor', '{"constructor":{"prototype":{"text":"x"}}}'],
    ['100 000 nested arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects nested to the body size limit', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['deep nesting in a known field', `{"callback_url":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['10 000 unknown fields', `{${Array.from({ length: 10_000 }, (_, index) => `"f${index}":1`).join()}}`],
    ['a field name of 100 000 characters', `{"${'n'.repeat(100_000)}":1}`],
    ['a string with U+0000', '{"callback_url":"http://a.example/\\u0000"}'],
    ['a string with half of a surrogate pair', '{"callback_url":"http://a.example/\\ud800"}'],
    ['a field name with U+0000', '{"\\u0000":"x"}'],
  ])('rejects %s with 400', async (_, body) => {
    const gateway = shared();
    for (const [method, path] of writers) {
      const refused = await gateway.request(method, path, { body, headers: json });
      expect([path, refused.status]).toEqual([path, 400]);
      expect(refused.json.detail.length).toBeLessThan(500);
      expect(refused.text.length).toBeLessThan(20_000);
    }
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/jsonp',
    'application/vnd.agent+json',
    'text/json',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
  ])('rejects %s with 415 and names the accepted types', async (type) => {
    const gateway = shared();
    for (const [method, path] of writers) {
      const refused = await gateway.request(method, path, { body: '{}', headers: { 'content-type': type } });
      expect([path, refused.status]).toEqual([path, 415]);
      expect(refused.json.detail).toContain('application/json');
    }
  });

  it.each([
    ['in Latin-1', Buffer.from('{"text":"caf\xe9"}', 'latin1'), 'application/json; charset=latin1'],
    ['in an unknown charset', Buffer.from('{}'), 'application/json; charset=klingon'],
    ['that claims UTF-8 and is Latin-1', Buffer.from('{"text":"caf\xe9"}', 'latin1'), 'application/json'],
  ])('rejects a body %s with 400', async (_, body, type) => {
    const gateway = shared();
    for (const [method, path] of writers) {
      const refused = await gateway.request(method, path, { body, headers: { 'content-type': type } });
      expect([path, refused.status]).toEqual([path, 400]);
      expect(refused.json.detail).toContain('UTF-8');
    }
  });

  it('rejects invalid compressed data and unknown encodings with 400', async () => {
    const gateway = shared();
    for (const [method, path] of writers) {
      for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'klingon']) {
        const refused = await gateway.request(method, path, {
          body: 'not compressed at all',
          headers: { ...json, 'content-encoding': encoding },
        });
        expect([path, encoding, refused.status]).toEqual([path, encoding, 400]);
      }
    }
  });

  it('rejects an oversized body with 413, plain or compressed', async () => {
    const gateway = shared();
    const large = JSON.stringify({ text: 'x'.repeat(5_000_000) });
    const bodies = [
      [large, 'identity'],
      [gzipSync(large), 'gzip'],
      [brotliCompressSync(large, quick), 'br'],
      [gzipSync(Buffer.alloc(50_000_000, ' ')), 'gzip'],
    ] as const;
    for (const [method, path] of writers) {
      for (const [body, encoding] of bodies) {
        const refused = await gateway.request(method, path, {
          body,
          headers: { ...json, 'content-encoding': encoding },
        });
        expect([path, encoding, refused.status]).toEqual([path, encoding, 413]);
        expect(refused.json.detail).toMatch(/larger than \d+ bytes/);
      }
    }
  });
});

describe('a request body', () => {
  it('is accepted compressed', async () => {
    const gateway = shared();
    const asked = await gateway.request('POST', '/v1/prompts/new', {
      body: gzipSync(JSON.stringify({ channel_id: 'approvals', text: 'Packed?' })),
      headers: { ...json, 'content-encoding': 'gzip' },
    });
    expect(asked.status).toBe(200);
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'APPLICATION/JSON'])(
    'is accepted as %s',
    async (type) => {
      const gateway = shared();
      const asked = await gateway.request('POST', '/v1/prompts/new', {
        body: JSON.stringify({ channel_id: 'approvals', text: 'Ça va?' }),
        headers: { 'content-type': type },
      });
      expect(asked.status).toBe(200);
      expect((await gateway.request('GET', asked.json.url)).json.text).toBe('Ça va?');
    },
  );

  it.each([
    ['POST', '/v1/prompts/new'],
    ['POST', '/v1/channels/new'],
  ])('is required on %s %s', async (method, path) => {
    const gateway = shared();
    const none = await gateway.request(method, path);
    expect([400, 415]).toContain(none.status);
    expect(none.json.detail).toContain('JSON');
    const empty = await gateway.request(method, path, { body: '', headers: json });
    expect(empty.status).toBe(400);
  });

  it('without Content-Length is rejected with 413 when it grows too large', async () => {
    const gateway = shared();
    const { hostname, port } = new URL(gateway.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(
        { hostname, port, method: 'POST', path: '/v1/prompts/new', headers: json },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject);
      for (let sentMb = 0; sentMb < 3; sentMb += 1) sent.write(Buffer.alloc(1_048_576, ' '));
      sent.end();
    });
    expect(status).toBe(413);
  });

  it('that ends before its Content-Length leaves the service working', async () => {
    const gateway = shared();
    const before = (await gateway.request('GET', '/v1/prompts?state=all')).json;
    const { hostname, port } = new URL(gateway.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.end(
          'POST /v1/prompts/new HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"text"',
        );
      });
      socket.resume();
      socket.on('close', () => resolve());
    });
    expect((await gateway.request('GET', '/v1/prompts?state=all')).json).toEqual(before);
  });
});

describe('a malformed HTTP request', () => {
  it.each([
    ['a random text', 'nonsense\r\n\r\n'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'a header of 100 000 characters',
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
    ],
    [
      'two Content-Length headers',
      'POST /v1/prompts/new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'Content-Length and chunked encoding',
      'POST /v1/prompts/new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    ],
  ])('(%s) is answered with a 4xx error body', async (_, text) => {
    const gateway = shared();
    const { hostname, port } = new URL(gateway.url);
    const reply = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on('data', (data: Buffer) => (received += data.toString()));
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
    });
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(reply).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n')))).toMatchObject({
      detail: expect.stringMatching(/^\S.{8,}\.$/),
    });
    expect((await gateway.request('GET', '/healthz')).status).toBe(200);
  });
});

describe('a gateway without authentication', () => {
  it('answers every error with X-Request-Id', async () => {
    const gateway = await startTestGateway();
    for (const path of ['/v1/prompts/1', '/nowhere', '/v1/prompts?limit=0', '/healthz'])
      await gateway.request('GET', path);
    expect(new Set(gateway.logLines.map((line) => JSON.parse(line).request_id)).size).toBeGreaterThanOrEqual(4);
  });
});
