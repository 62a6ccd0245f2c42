import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { gatewayTest, messageCreated, promptAnswered, promptExpired, promptWithdrawn } from '@gateway/contract';

const delivery =
  'Posted to the `callback_url`. Answer with any 2xx within 15 s (`CALLBACK_TIMEOUT_MS`), after you have stored the event. After any ' +
  'other result the gateway retries with the same `event_id`: after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h, then every ' +
  '12 h for up to 3 days (`CALLBACK_RETRY_SCHEDULE`), each time up to 10 % later. It honors `Retry-After` up to an hour. A redirect counts ' +
  'as a failure; 410 ends the retries. Delivery is at least once: deduplicate by `event_id`.';
const once = 'Posted once, with 15 s to answer (`CALLBACK_TIMEOUT_MS`). It is never retried.';

const standardHeaders = {
  'webhook-id': z.string().meta({ description: 'The `event_id`. It is the same on every attempt.' }),
  'webhook-timestamp': z.string().meta({
    description: 'Time of this attempt in Unix seconds. Reject requests that are older than 5 minutes.',
    examples: ['1772366400'],
  }),
  'webhook-signature': z.string().meta({
    description:
      'Standard Webhooks 1.0.0: `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. The key is ' +
      '`CALLBACK_SIGNING_SECRET`: the decoded base64 after `whsec_`, or without that prefix the text in UTF-8. While ' +
      '`CALLBACK_SIGNING_SECRET_PREVIOUS` is set, there is one signature for each secret, separated by spaces.',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
};

const signedHeaders = {
  'X-Signature': z
    .string()
    .regex(/^sha256=[0-9a-f]{64}$/)
    .meta({
      description:
        '`sha256=` and the hexadecimal HMAC-SHA256 of the raw body. The key is the text of the current `CALLBACK_SIGNING_SECRET` in UTF-8. ' +
        'Compute it over the bytes as received, and compare in constant time.',
      examples: ['sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    }),
  ...standardHeaders,
};

const callbacks = {
  promptAnswered: { schema: promptAnswered, headers: signedHeaders, description: `A prompt was answered. ${delivery}` },
  promptExpired: {
    schema: promptExpired,
    headers: signedHeaders,
    description: `A prompt with \`notify_on_expiry\` expired or was cancelled. ${delivery}`,
  },
  promptWithdrawn: {
    schema: promptWithdrawn,
    headers: signedHeaders,
    description: `The approval of a prompt with an \`action\` was taken back before it was used. ${delivery}`,
  },
  messageCreated: {
    schema: messageCreated,
    headers: standardHeaders,
    description: `A person wrote on a MESSAGE channel. This event has no \`X-Signature\`. ${delivery}`,
  },
  gatewayTest: {
    schema: gatewayTest,
    headers: signedHeaders,
    description: `A test event, requested with \`POST /v1/channels/test-callback\`. ${once}`,
  },
};

/** Describes the events that the gateway posts to callback addresses. */
export function registerCallbacks(registry: OpenAPIRegistry): void {
  for (const [name, { schema, headers, description }] of Object.entries(callbacks)) {
    registry.registerWebhook({
      method: 'post',
      path: name,
      operationId: name,
      summary: `Sent to a callback_url: ${schema.shape.type.value}`,
      description,
      tags: ['Callbacks'],
      security: [],
      request: {
        headers: z.object(headers),
        body: { required: true, content: { 'application/json': { schema } } },
      },
      responses: {
        200: { description: 'Any 2xx: the event is delivered.' },
        410: { description: 'The receiver is gone: the event is not retried.' },
      },
    });
  }
}
