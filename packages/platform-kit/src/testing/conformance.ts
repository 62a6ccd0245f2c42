import { afterEach, describe, expect, it } from 'vitest';
import { isPlatformError, type PlatformErrorCode } from '../errors.js';
import type { Platform } from '../platform.js';
import { describeDialogs } from './dialogs.js';
import { describeManifest } from './manifest.js';
import { openWebhookAddress } from './requests.js';
import type { Failure, Opened, Rig, RigOptions } from './rig.js';
import { numberedQuestion } from './sample-question.js';
import { expectNoCredential } from './secrets.js';
import { ignored, openTestConnection } from './test-connection.js';
import { until } from './until.js';
import { describeWebhook } from './webhook.js';

/** `modes`: every way in which the adapter receives events. `openRig` gets a `webhookUrl` in mode `webhook`, and null in mode `stream`. */
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

/** The conformance suite of adapters. Call it in a test file of the adapter; it needs vitest. */
export function describeConformance({ platform, modes, openRig }: Conformance): void {
  describe(`${platform.name} passes the adapter conformance suite`, () => {
    describeManifest(platform);
    for (const mode of modes)
      describe(`by ${mode}`, () => {
        describeConnection(platform, mode, openRig);
      });
  });
}

function describeConnection(platform: Platform, mode: 'webhook' | 'stream', openRig: Conformance['openRig']): void {
  const whereEditable = platform.capabilities.edit === 'none' ? skip : define;
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
  });

  async function open(credentials?: 'bad'): Promise<Opened> {
    const address = mode === 'webhook' ? await openWebhookAddress() : null;
    if (address) cleanups.push(() => address.close());
    const rig = await openRig({ webhookUrl: address?.url ?? null });
    cleanups.push(() => rig.close());
    const host = await openTestConnection(platform, {
      credentials: credentials === 'bad' ? rig.badCredentials : rig.credentials,
      endpoints: rig.endpoints,
      webhookUrl: address?.url ?? null,
    });
    address?.serve(host.connection);
    cleanups.push(() => host.stop());
    return { rig, host };
  }

  const question = (rig: Rig, count: number) => numberedQuestion(rig.target, count);
  if (mode === 'webhook') describeWebhook(open);
  if (platform.capabilities.dialogs) describeDialogs(platform.capabilities.dialogs, open);

  it('implements the members that its capabilities declare', async () => {
    const { connection } = (await open()).host;
    expect(connection[mode === 'webhook' ? 'webhook' : 'start']).toBeDefined();
    expect(connection.closePrompt !== undefined).toBe(platform.capabilities.edit !== 'none');
    expect(connection.sendTemplate !== undefined).toBe(platform.capabilities.windowTemplate === true);
    expect(connection.openDialog !== undefined).toBe(platform.capabilities.dialogs !== undefined);
  });

  it('derives the account key from the secrets and reveals none of them', async () => {
    const { rig } = await open();
    const account = (credentials: Readonly<Record<string, string>>) =>
      platform.account(platform.credentials.parse({ ...credentials }));
    expect(account(rig.credentials)).toBe(account({ ...rig.credentials }));
    expect(account(rig.credentials)).not.toBe(account(rig.badCredentials));
    for (const value of Object.values(rig.credentials)) expect(account(rig.credentials)).not.toContain(value);
  });

  it('probes the account and the target, and reports a problem for an unknown target', async () => {
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

  it('lists only reachable chats and does not consume pending events', async () => {
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
    await until(() => host.stored.some((event) => event.kind === 'text' && event.text === 'and here'));
    // Listing must not confirm the update that was waiting for the poller.
    if (isPolled) expect(host.stored[0]).toMatchObject({ text: 'here I am' });
  });

  it('reports refused credentials as a problem of the probe, without throwing', async () => {
    const { rig, host } = await open('bad');
    const bad = await host.connection.probe(rig.target);
    expect(bad.ok).toBe(false);
    expect(bad.problems.length).toBeGreaterThan(0);
    expectNoCredential([bad, host.log], rig.badCredentials, platform);
  });

  it.each([0, 1, platform.capabilities.buttons.max])('posts a question with %i buttons', async (count) => {
    const { rig, host } = await open();
    const posted = await host.connection.sendPrompt(question(rig, count));
    expect(posted.messageId).not.toBe('');
    expect(posted.messageIds).toContain(posted.messageId);
    const shown = rig.shown().filter(({ id }) => posted.messageIds.includes(id));
    expect(shown.flatMap(({ buttons }) => buttons)).toEqual(question(rig, count).buttons.map(({ label }) => label));
    expect(shown.map(({ text }) => text).join('\n')).toContain('Shall we? Ünïcödé 🙂');
  });

  it('delivers a press with its token byte for byte, the sender and the target', async () => {
    const { rig, host } = await open();
    await host.start();
    const asked = question(rig, platform.capabilities.buttons.max);
    const posted = await host.connection.sendPrompt(asked);
    const last = asked.buttons.length - 1;
    await rig.press(last);
    await until(() => host.stored.length > 0);
    expect(host.stored[0]).toMatchObject({
      kind: 'press',
      token: asked.buttons[last]?.token,
      sender: { id: expect.any(String) },
    });
    expect(host.stored[0]?.targets).toContain(rig.target);
    expect(posted.messageIds).toContain(host.stored[0]?.messageId);
    if (!platform.capabilities.dialogs) expect(host.stored[0]).not.toHaveProperty('dialogHandle');
  });

  it('delivers a text with its sender and the message it replies to', async () => {
    const { rig, host } = await open();
    await host.start();
    const posted = await host.connection.sendPrompt(question(rig, 1));
    await rig.write('Grüße 🙂 & <b>', undefined);
    await rig.write('this one', posted.messageId);
    await until(() => host.stored.length >= 2);
    expect(host.stored[0]).toMatchObject({ kind: 'text', text: 'Grüße 🙂 & <b>', sender: { id: expect.any(String) } });
    expect(host.stored[0]?.targets).toContain(rig.target);
    expect(host.stored[1]).toMatchObject({ kind: 'text', text: 'this one', replyTo: posted.messageId });
    expect(new Set(host.stored.map(({ id }) => id)).size).toBe(2);
  });

  it('gives a redelivered event the same id', async () => {
    const { rig, host } = await open();
    await host.start();
    await rig.write('once');
    await until(() => host.stored.length === 1);
    await rig.redeliver();
    await until(() => host.stored.length === 2);
    expect(host.stored[1]).toEqual(host.stored[0]);
  });

  it('acknowledges an event only after it is stored, so that a failed delivery is retried', async () => {
    const { rig, host } = await open();
    await host.start();
    host.failDeliveries(1);
    await rig.write('keep this');
    await until(() => host.stored.length > 0, 12_000);
    expect(host.stored[0]).toMatchObject({ text: 'keep this' });
  }, 20_000);

  it('does not deliver its own messages', async () => {
    const { rig, host } = await open();
    await host.start();
    await host.connection.sendMessage({ target: rig.target, text: 'I am the bot' });
    await rig.write('and I am a person');
    await until(() => host.stored.length > 0);
    expect(host.stored.map((event) => (event.kind === 'text' ? event.text : ''))).toEqual(['and I am a person']);
  });

  it('sends a message and a reply to it', async () => {
    const { rig, host } = await open();
    const first = await host.connection.sendMessage({ target: rig.target, text: 'Hello <&> *_`' });
    const second = await host.connection.sendMessage({ target: rig.target, text: 'Again', replyTo: first.messageId });
    expect(second.messageId).not.toBe(first.messageId);
    expect(rig.shown().some(({ text }) => text.includes('Hello <&> *_`'))).toBe(true);
  });

  whereEditable('closes a question, also when it is closed already', async () => {
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

  it.each(Object.keys(codes) as Failure[])(
    'maps a failure of the platform to a PlatformError without secrets: %s',
    async (failure) => {
      const { rig, host } = await open();
      rig.fail(failure);
      const error = await host.connection.sendMessage({ target: rig.target, text: 'x' }).then(
        () => null,
        (caught: unknown) => caught,
      );
      expect(codes[failure], String(error)).toContain(isPlatformError(error) ? error.code : null);
      expectNoCredential([String(error), JSON.stringify(error), host.log], rig.credentials, platform);
    },
  );

  it('starts promptly, stops within a second, and can be closed twice', async () => {
    const { host } = await open();
    const before = performance.now();
    await host.start();
    expect(performance.now() - before).toBeLessThan(5000);
    expect(await host.stop()).toBeLessThan(1000);
    await host.connection.close();
  });

  it('replies to a press with the outcome within the acknowledgement time', async () => {
    const { rig, host } = await open();
    await host.start();
    host.deliver = async (events) =>
      events.map(({ kind }) =>
        kind === 'press'
          ? { result: 'answered', notice: 'Recorded: Choice 0', closedText: 'Closed: Choice 0' }
          : ignored,
      );
    await host.connection.sendPrompt(question(rig, 2));
    const before = performance.now();
    await rig.press(0);
    expect(performance.now() - before).toBeLessThan(platform.capabilities.ackWithin);
    expect(host.stored.length).toBe(1);
  });
}

const define = (name: string, body: () => Promise<void>): void => it(name, body);
/** For a test that does not apply to this platform or mode. */
const skip: typeof define = () => {};
