import { PlatformError } from '@gateway/platform-kit';
import { describe, expect, it } from 'vitest';
import { ADA, connect, credentials, question } from './harness.js';

const TOKEN = credentials.page_access_token;

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

describe('Messenger API errors', () => {
  it.each([
    [401, { code: 190, message: `Malformed access token ${TOKEN}` }, 'auth', /Generate/],
    [
      400,
      { code: 10, error_subcode: 2_018_278, message: '(#10) outside of allowed window' },
      'window_closed',
      /24 hours/,
    ],
    [400, { code: 10, message: '(#10) This message is sent outside of allowed window.' }, 'window_closed', /24 hours/],
    [403, { code: 10, message: '(#10) Application does not have permission' }, 'forbidden', /pages_messaging/],
    [
      400,
      { code: 100, error_subcode: 2_018_001, message: '(#100) No matching user found' },
      'not_found',
      /page-scoped/,
    ],
    [
      400,
      { code: 551, error_subcode: 1_545_041, message: "(#551) This person isn't available" },
      'forbidden',
      /blocked/,
    ],
    [400, { code: 100, error_subcode: 2_018_008, message: 'Failed to fetch the file' }, 'invalid', /internet/],
    [400, { code: 100, message: '(#100) Invalid parameter' }, 'invalid', null],
    [400, { code: 4, message: '(#4) Application request limit reached' }, 'rate_limited', /fewer/],
    [400, { code: 1200, message: 'Temporary send message failure.' }, 'unavailable', null],
  ] as const)('map HTTP %i %j to %s', async (status, error, code, hint) => {
    expect(await failing(() => Response.json({ error }, { status }))).toMatchObject({
      code,
      hint: hint === null ? null : expect.stringMatching(hint),
    });
  });
});

describe('unusable answers of Messenger', () => {
  it.each([
    ['JSON of something else', () => Response.json({ ok: true })],
    ['no message id', () => Response.json({ recipient_id: '1' })],
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
    const sending = connection.sendMessage({ target: ADA, text: 'x' }, abort.signal);
    await expect(sending).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('cancelled') });
  });
});
