import { PlatformError } from '@gateway/platform-kit';
import { describe, expect, it } from 'vitest';
import { connect, credentials, question } from './harness.js';

const TOKEN = credentials.access_token;

async function failing(answer: () => Response) {
  let calls = 0;
  const { connection, log } = await connect({
    fetch: async () => {
      calls += 1;
      return answer();
    },
  });
  const error: unknown = await connection.sendPrompt(question()).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PlatformError);
  expect(JSON.stringify([String(error), error, (error as PlatformError).hint, log])).not.toContain(TOKEN);
  expect(calls).toBe(1);
  return error;
}

describe('WhatsApp API errors', () => {
  it.each([
    [401, { code: 190, message: `Malformed access token ${TOKEN}` }, 'auth', /system user/],
    [
      400,
      { code: 100, error_subcode: 33, message: "Object with ID '1' does not exist" },
      'not_found',
      /phone number ID/,
    ],
    [403, { code: 10, message: 'Permission denied' }, 'forbidden', /whatsapp_business_messaging/],
    [400, { code: 131_030, message: 'Recipient phone number not in allowed list' }, 'forbidden', /API Setup/],
    [400, { code: 131_047, message: 'Re-engagement message' }, 'window_closed', /write first|send any message/],
    [400, { code: 131_049, message: 'Not delivered to maintain healthy engagement' }, 'forbidden', /press Test/],
    [404, { code: 132_001, message: 'Template name does not exist' }, 'invalid', /not approved a template/],
    [400, { code: 132_012, message: 'Parameter format does not match' }, 'invalid', /one parameter in its text/],
    [400, { code: 132_015, message: 'Template is Paused' }, 'forbidden', /paused the template/],
    [400, { code: 131_026, message: 'Message undeliverable' }, 'not_found', /not on WhatsApp/],
    [400, { code: 131_009, message: 'Parameter value is not valid' }, 'invalid', null],
    [429, { code: 130_429, message: 'Rate limit hit' }, 'rate_limited', /fewer/],
    [400, { code: 4, message: 'Application request limit reached' }, 'rate_limited', /fewer/],
    [400, { code: 80_007, message: 'Rate limit issues' }, 'rate_limited', /fewer/],
    [400, { code: 131_056, message: 'pair rate limit hit' }, 'rate_limited', /six seconds/],
  ] as const)('map HTTP %i %j to %s', async (status, error, code, hint) => {
    expect(await failing(() => Response.json({ error }, { status }))).toMatchObject({
      code,
      hint: hint === null ? null : expect.stringMatching(hint),
    });
  });
});

describe('unusable answers of WhatsApp', () => {
  it.each([
    ['JSON of something else', () => Response.json({ ok: true })],
    ['no message', () => Response.json({ messages: [] })],
  ])('are mapped to unavailable: %s', async (_name, answer) => {
    expect(await failing(answer)).toMatchObject({ code: 'unavailable' });
  });

  it('end when the caller aborts', async () => {
    const abort = new AbortController();
    const { connection } = await connect({
      fetch: async (_url, init) => {
        abort.abort();
        init?.signal?.throwIfAborted();
        return Response.json({});
      },
    });
    const sending = connection.sendMessage({ target: '4915100000001', text: 'x' }, abort.signal);
    await expect(sending).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('cancelled') });
  });
});
