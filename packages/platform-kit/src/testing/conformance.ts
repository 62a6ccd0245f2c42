import { afterEach, describe, expect, it } from 'vitest';
import { isPlatformError, type PlatformErrorCode } from '../errors.js';
import type { Platform } from '../platform.js';
import type { Question } from '../connection.js';
import { ignored, openHost, openWebhookAddress, until, type Host } from './host.js';
import { describeManifest } from './manifest.js';
import type { Failure, Rig, RigOptions } from './rig.js';
import { expectNoSecret } from './secrets.js';

/** A rig for each way in which the adapter can receive events: with `webhookUrl` by webhook, with null by its stream. */
export interface Conformance {
  readonly platform: Platform;
  readonly modes: readonly ('webhook' | 'stream')[];
  readonly openRig: (options: RigOptions) => Promise<Rig>;
}

const codes: Record<Failure, readonly PlatformErrorCode[]> = {
  rate_limited: ['rate_limited'],
  forbidden: ['forbidden', 'window_closed'],
  unavailable: ['unavailable'],
  network: ['unavailable'],
};

/** What every adapter promises. Call it in a test file; it needs vitest. */
export function describeConformance({ platform, modes, openRig }: Conformance): void {
  describe(`${platform.name} keeps the promises of an adapter`, () => {
    describeManifest(platform);
    for (const mode of modes)
      describe(`by ${mode}`, () => {
        describeConnection(platform, mode, openRig);
      });
  });
}

function describeConnection(platform: Platform, mode: 'webhook' | 'stream', openRig: Conformance['openRig']): void {
  const byWebhook = mode === 'webhook' ? define : leaveOut;
  const whereEditable = platform.capabilities.edit === 'none' ? leaveOut : define;
  const endings: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  });

  async function open(credentials?: 'bad'): Promise<{ rig: Rig; host: Host }> {
    const address = mode === 'webhook' ? await openWebhookAddress() : null;
    if (address) endings.push(() => address.close());
    const rig = await openRig({ webhookUrl: address?.url ?? null });
    endings.push(() => rig.close());
    const host = await openHost(
      platform,
      rig,
      address?.url ?? null,
      credentials === 'bad' ? rig.badCredentials : rig.credentials,
    );
    address?.serve(host.connection);
    endings.push(() => host.stop());
    return { rig, host };
  }

  const question = (rig: Rig, count: number): Question => ({
    target: rig.target,
    texts: ['Shall we? Ünïcödé 🙂'],
    buttons: Array.from({ length: count }, (_, place) => ({
      label: `Choice ${place}`,
      token: `123456789.${place}.AbCdEfGh01234567`,
    })),
    media: null,
  });

  it('offers what it declares', async () => {
    const { host } = await open();
    // Beside a stream a webhook may be offered too.
    expect(mode === 'webhook' ? host.connection.webhook : host.connection.start).toBeDefined();
    expect(host.connection.closePrompt !== undefined).toBe(platform.capabilities.edit !== 'none');
  });

  it('keys an account by what authenticates it', async () => {
    const { rig } = await open();
    const account = (credentials: Readonly<Record<string, string>>) =>
      platform.account(platform.credentials.parse({ ...credentials }));
    expect(account(rig.credentials)).toBe(account({ ...rig.credentials }));
    expect(account(rig.credentials)).not.toBe(account(rig.badCredentials));
    for (const value of Object.values(rig.credentials)) expect(account(rig.credentials)).not.toContain(value);
  });

  it('probes: who the credentials belong to, whether the chat can be reached, and what to do otherwise', async () => {
    const { rig, host } = await open();
    const good = await host.connection.probe(rig.target);
    expect(good).toMatchObject({
      ok: true,
      problems: [],
      account: { id: expect.any(String), name: expect.any(String) },
    });
    const lost = await host.connection.probe(rig.unknownTarget);
    expect(lost.ok).toBe(false);
    expect(lost.problems.join(' ')).toMatch(/\w \w/);
  });

  it('lists only chats that can be reached, where it lists any, and disturbs nothing', async () => {
    const { rig, host } = await open();
    const isPolled = mode === 'stream' && platform.capabilities.stream === 'polling';
    if (isPolled) await rig.write('here I am');
    const search = { receiving: false };
    const listed = (await host.connection.chats?.(search)) ?? [];
    expect(await host.connection.chats?.(search)).toEqual(host.connection.chats && listed);
    expect(listed.length).toBeLessThanOrEqual(50);
    for (const { id, name } of listed) {
      expect(name).not.toBe('');
      expect(await host.connection.probe(id)).toMatchObject({ ok: true, problems: [] });
    }
    await host.start();
    await host.connection.chats?.({ receiving: true });
    await rig.write('and here');
    await until(() => host.events.some((event) => event.kind === 'text' && event.text === 'and here'));
    // What waited for a poller is still there after somebody has looked at it.
    if (isPolled) expect(host.events[0]).toMatchObject({ text: 'here I am' });
  });

  it('probes refused credentials without throwing', async () => {
    const { rig, host } = await open('bad');
    const bad = await host.connection.probe(rig.target);
    expect(bad.ok).toBe(false);
    expect(bad.problems.length).toBeGreaterThan(0);
    expectNoSecret([bad, host.log], rig.badCredentials, platform);
  });

  it.each([0, 1, platform.capabilities.buttons.max])('posts a question with %i options', async (count) => {
    const { rig, host } = await open();
    const posted = await host.connection.sendPrompt(question(rig, count));
    expect(posted.messageId).not.toBe('');
    expect(posted.messageIds).toContain(posted.messageId);
    const shown = rig.shown().filter(({ id }) => posted.messageIds.includes(id));
    expect(shown.flatMap(({ buttons }) => buttons)).toEqual(question(rig, count).buttons.map(({ label }) => label));
    expect(shown.map(({ text }) => text).join('\n')).toContain('Shall we? Ünïcödé 🙂');
  });

  it('returns the token of a pressed button byte for byte, with who pressed it where', async () => {
    const { rig, host } = await open();
    await host.start();
    const asked = question(rig, platform.capabilities.buttons.max);
    const posted = await host.connection.sendPrompt(asked);
    const last = asked.buttons.length - 1;
    await rig.press(last);
    await until(() => host.events.length > 0);
    expect(host.events[0]).toMatchObject({
      kind: 'press',
      token: asked.buttons[last]?.token,
      sender: { id: expect.any(String) },
    });
    expect(host.events[0]?.targets).toContain(rig.target);
    expect(posted.messageIds).toContain(host.events[0]?.messageId);
  });

  it('reports a text with its sender, and what it natively replies to', async () => {
    const { rig, host } = await open();
    await host.start();
    const posted = await host.connection.sendPrompt(question(rig, 1));
    await rig.write('Grüße 🙂 & <b>', undefined);
    await rig.write('this one', posted.messageId);
    await until(() => host.events.length >= 2);
    expect(host.events[0]).toMatchObject({ kind: 'text', text: 'Grüße 🙂 & <b>', sender: { id: expect.any(String) } });
    expect(host.events[0]?.targets).toContain(rig.target);
    expect(host.events[1]).toMatchObject({ kind: 'text', text: 'this one', replyTo: posted.messageId });
    expect(new Set(host.events.map(({ id }) => id)).size).toBe(2);
  });

  it('gives a repeated event the same id', async () => {
    const { rig, host } = await open();
    await host.start();
    await rig.write('once');
    await until(() => host.events.length === 1);
    await rig.redeliver();
    await until(() => host.events.length === 2);
    expect(host.events[1]).toEqual(host.events[0]);
  });

  it('acknowledges an event only once it is stored: what could not be stored comes again', async () => {
    const { rig, host } = await open();
    await host.start();
    host.failDeliveries(1);
    await rig.write('keep this');
    await until(() => host.events.length > 0, 12_000);
    expect(host.events[0]).toMatchObject({ text: 'keep this' });
  }, 20_000);

  it('does not hear itself', async () => {
    const { rig, host } = await open();
    await host.start();
    await host.connection.sendMessage({ target: rig.target, text: 'I am the bot' });
    await rig.write('and I am a person');
    await until(() => host.events.length > 0);
    expect(host.events.map((event) => (event.kind === 'text' ? event.text : ''))).toEqual(['and I am a person']);
  });

  it('sends a message and replies in a thread', async () => {
    const { rig, host } = await open();
    const first = await host.connection.sendMessage({ target: rig.target, text: 'Hello <&> *_`' });
    const second = await host.connection.sendMessage({ target: rig.target, text: 'Again', replyTo: first.messageId });
    expect(second.messageId).not.toBe(first.messageId);
    expect(
      rig
        .shown()
        .map(({ text }) => text)
        .join('\n'),
    ).toContain('Hello <&> *_`');
  });

  whereEditable('closes a question, twice without complaint', async () => {
    const { rig, host } = await open();
    const posted = await host.connection.sendPrompt(question(rig, 2));
    const closed = {
      target: rig.target,
      messageId: posted.messageId,
      ref: posted.ref,
      text: 'Shall we?\n\nYes (Ada)',
      notice: 'Yes (Ada)',
    };
    await host.connection.closePrompt?.(closed);
    await host.connection.closePrompt?.(closed);
    const shown = rig.shown().find(({ id }) => id === posted.messageId);
    expect(shown?.buttons).toEqual([]);
    expect(shown?.text).toContain('Yes (Ada)');
  });

  it.each(Object.keys(codes) as Failure[])('tells what is wrong when the platform fails: %s', async (failure) => {
    const { rig, host } = await open();
    rig.fail(failure);
    const error = await host.connection.sendMessage({ target: rig.target, text: 'x' }).then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(isPlatformError(error) && codes[failure].includes(error.code)).toBe(true);
    expectNoSecret([String(error), JSON.stringify(error), host.log], rig.credentials, platform);
  });

  it('starts and stops within a second, and closes twice', async () => {
    const { host } = await open();
    const before = performance.now();
    await host.start();
    expect(performance.now() - before).toBeLessThan(5000);
    expect(await host.stop()).toBeLessThan(1000);
    await host.connection.close();
  });

  byWebhook('refuses forged requests, and delivers nothing of them', async () => {
    const { rig, host } = await open();
    for (const [name, request] of Object.entries(rig.webhook?.forged('evil') ?? {})) {
      const reply = await host.connection.webhook?.(request);
      expect([name, reply?.status]).toEqual([
        name,
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
      ]);
    }
    expect(host.events).toEqual([]);
  });

  byWebhook('answers what it does not know with 200, and a body that is no body with 4xx', async () => {
    const { rig, host } = await open();
    if (!rig.webhook) throw new Error('A rig with a webhook mode needs `webhook`.');
    expect((await host.connection.webhook?.(rig.webhook.unknown()))?.status).toBe(200);
    const valid = rig.webhook.text('x');
    for (const body of ['', '{', '[]', 'null', '\u0000']) {
      const status = (await host.connection.webhook?.({ ...valid, body: Buffer.from(body) }))?.status ?? 0;
      expect([body, status >= 200 && status < 500]).toEqual([body, true]);
    }
    expect(host.events).toEqual([]);
  });

  byWebhook('delivers every event of a batch, and answers 5xx when it cannot store them', async () => {
    const { rig, host } = await open();
    const texts = ['one', 'zwei ü', 'three'];
    const request = rig.webhook?.batch?.(texts) ?? rig.webhook?.text('one');
    if (!request) throw new Error('A rig with a webhook mode needs `webhook`.');
    host.failDeliveries(1);
    expect((await host.connection.webhook?.(request))?.status).toBeGreaterThanOrEqual(500);
    expect((await host.connection.webhook?.(request))?.status).toBe(200);
    const expected = rig.webhook?.batch ? texts : ['one'];
    expect(host.events.map((event) => (event.kind === 'text' ? event.text : event.token))).toEqual(expected);
  });

  it('tells the presser the outcome within the time that the platform gives', async () => {
    const { rig, host } = await open();
    await host.start();
    host.outcome = (event) =>
      event.kind === 'press'
        ? { result: 'answered', notice: 'Recorded: Choice 0', closedText: 'Closed: Choice 0' }
        : ignored;
    await host.connection.sendPrompt(question(rig, 2));
    const before = performance.now();
    await rig.press(0);
    expect(performance.now() - before).toBeLessThan(platform.capabilities.ackWithin);
    expect(host.events.length).toBe(1);
  });
}

const define = (name: string, body: () => Promise<void>): void => it(name, body);
/** For a promise that does not concern this platform or mode. */
const leaveOut: typeof define = () => {};
