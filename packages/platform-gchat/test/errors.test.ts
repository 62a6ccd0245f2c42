import { rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

const api = (code: 400 | 401 | 403 | 404 | 429 | 500, message: string) => ({ error: { code, message } });

describe('Google Chat API errors', () => {
  it.each([
    [
      '400',
      api(400, 'Message cannot be empty.'),
      { code: 'invalid', message: 'Google Chat: Message cannot be empty.' },
    ],
    [
      '403',
      api(403, 'The caller does not have permission'),
      { code: 'forbidden', hint: expect.stringContaining('Add the app') },
    ],
    [
      '403 without the API',
      api(403, 'Google Chat API has not been used in project 1 before or it is disabled.'),
      { code: 'forbidden', hint: expect.stringContaining('Enable the Google Chat API') },
    ],
    [
      '404',
      api(404, 'Requested entity was not found.'),
      { code: 'not_found', hint: expect.stringContaining('Check the target') },
    ],
    [
      '429',
      { error: { code: 429, message: 'Quota exceeded', retryAfter: 7 } } as const,
      { code: 'rate_limited', retryAfterMs: 7000 },
    ],
    ['500', api(500, 'Internal error encountered.'), { code: 'unavailable' }],
    ['an answer that is not from the API', { answer: { status: 404, body: '<html>' } }, { code: 'not_found' }],
    [
      'an HTML page instead of a message',
      { answer: { status: 200, body: '<html>' } },
      { code: 'unavailable', hint: expect.stringContaining('PLATFORM_GCHAT_API_URL') },
    ],
    ['a message without a name', { answer: { status: 200, body: {} } }, { code: 'unavailable' }],
    [
      'a redirect',
      { answer: { status: 302, body: {}, headers: { location: 'https://evil.example' } } },
      { code: 'unavailable' },
    ],
    [
      'a dropped connection',
      { drop: true },
      { code: 'unavailable', message: expect.stringContaining('could not be reached') },
    ],
  ])('are mapped to an error: %s', async (_name, fault, expected) => {
    const { sim, connection } = await start();
    const target = sim.addSpace('Operations').name;
    sim.failNext('spaces.messages.create', fault);
    expect(await rejection(connection.sendMessage({ target, text: 'x' }))).toMatchObject(expected);
  });

  it('map a second 401, with a new token, to auth', async () => {
    const { sim, connection } = await start();
    const target = sim.addSpace('Operations').name;
    sim.failNext('spaces.messages.create', {
      times: 2,
      ...api(401, 'Request had invalid authentication credentials.'),
    });
    expect(await rejection(connection.sendMessage({ target, text: 'x' }))).toMatchObject({
      code: 'auth',
      hint: expect.stringContaining('JSON key'),
    });
  });

  it('end when the caller aborts', async () => {
    const { sim, connection } = await start();
    const target = sim.addSpace('Operations').name;
    sim.failNext('spaces.messages.create', { hang: true });
    expect(await rejection(connection.sendMessage({ target, text: 'x' }, AbortSignal.timeout(50)))).toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('Google Chat probe', () => {
  it('returns the names of the account and the space', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    expect(await connection.probe(space.name)).toEqual({
      ok: true,
      account: {
        id: 'gateway@demo-project.iam.gserviceaccount.com',
        name: 'gateway@demo-project.iam.gserviceaccount.com',
      },
      target: { id: space.name, name: 'Operations' },
      problems: [],
    });
    expect(await connection.probe(sim.addSpace().name)).toMatchObject({ ok: true, target: { name: 'Direct message' } });
  });

  it('distinguishes a space without the app from an unknown one when it may act for a user', async () => {
    const { sim, connection } = await start({ credentials: { impersonate_user: 'ada@example.com' } });
    const space = sim.addSpace('Operations');
    sim.removeApp(space);
    expect((await connection.probe(space.name)).problems.join()).toContain('does not have permission');
    sim.delegate('ada@example.com');
    expect(await connection.probe(space.name)).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('The space exists, but the app is not in it')],
    });
    expect((await connection.probe('spaces/nowhere')).problems.join()).toContain('Check the target');
  });

  it('rejects an invalid target', async () => {
    const { connection } = await start();
    expect(await connection.probe('people/1')).toMatchObject({
      ok: false,
      account: { name: expect.any(String) },
      problems: [expect.stringContaining('spaces/')],
    });
  });
});
