import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onCleanUp } from '../harness/shared.js';

/** A span as it arrived. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly service: unknown;
  readonly text: string;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A receiver of OTLP over HTTP that stops with the test. `status` other than 200 refuses everything. */
export async function startCollector(status = 200) {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; type: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { 'content-type': type, authorization } = request.headers;
      requests.push({ path: request.url ?? '', type, authorization });
      if (status === 200) spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, requests };
}

// oxlint-disable-next-line no-explicit-any -- the JSON of OTLP
function spansOf({ resourceSpans }: any): ReceivedSpan[] {
  // oxlint-disable-next-line no-explicit-any -- the JSON of OTLP
  return resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    // oxlint-disable-next-line no-explicit-any -- the JSON of OTLP
    scopeSpans.flatMap((scope: any) =>
      // oxlint-disable-next-line no-explicit-any -- the JSON of OTLP
      scope.spans.map((span: any) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        attributes: record(span.attributes),
        service: record(resource.attributes)['service.name'],
        text: JSON.stringify(span),
      })),
    ),
  );
}

const record = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
