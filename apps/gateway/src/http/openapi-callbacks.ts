import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { gatewayTest, messageCreated, promptAnswered, promptExpired } from '@gateway/contract';

const delivery =
  'Posted to a `callback_url`. Any 2xx within 15 s takes it (`CALLBACK_TIMEOUT_MS`). Otherwise it is posted again, with the same ' +
  '`event_id`, after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h, then every 12 h up to 3 days ' +
  '(`CALLBACK_RETRY_SCHEDULE`), each up to 10 % later; `Retry-After` counts up to an hour. 410 ends it at once; a redirect is a failure. ' +
  'It may come twice: forget an `event_id` that you know. Store the event before you answer.';
const once = 'Posted once, with 15 s to answer (`CALLBACK_TIMEOUT_MS`), and not again whatever the answer.';

const standardHeaders = {
  'webhook-id': z.string().meta({ description: 'The `event_id`, the same on every attempt' }),
  'webhook-timestamp': z.string().meta({
    description: 'Unix seconds of this attempt; refuse what is older than 5 minutes',
    examples: ['1772366400'],
  }),
  'webhook-signature': z.string().meta({
    description:
      'Standard Webhooks 1.0.0: `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. The key is ' +
      '`CALLBACK_SIGNING_SECRET`: after `whsec_` the bytes that its base64 stands for, otherwise its text in UTF-8. One signature by ' +
      'each secret, separated by a space, while `CALLBACK_SIGNING_SECRET_PREVIOUS` is set.',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
};

const signedHeaders = {
  'X-Signature': z
    .string()
    .regex(/^sha256=[0-9a-f]{64}$/)
    .meta({
      description:
        '`sha256=` and the hexadecimal HMAC-SHA256 of the raw body, keyed with the text of the current `CALLBACK_SIGNING_SECRET` in ' +
        'UTF-8. Compare in constant time, over the bytes as they came.',
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
  messageCreated: {
    schema: messageCreated,
    headers: standardHeaders,
    description: `A person wrote on a MESSAGE channel. It carries no \`X-Signature\`. ${delivery}`,
  },
  gatewayTest: {
    schema: gatewayTest,
    headers: signedHeaders,
    description: `Somebody tries the address by \`POST /v1/channels/test-callback\`. ${once}`,
  },
};

/** Describes what the gateway posts to the addresses of agents. */
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
        200: { description: 'Any 2xx: taken.' },
        410: { description: 'The receiver wants no more of it: not sent again.' },
      },
    });
  }
}
