import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { TelegramTypes } from '@gateway/simulators/telegram';
import { manualClock } from '../harness/clock.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { root } from './blocks.js';

interface Recipe {
  /** The requests above the blocks, with their bodies. */
  readonly requests: readonly { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[];
  /** What the callback has; null: the section shows none. */
  readonly callback: object | null;
}

/** The sections of the page that have JSON blocks: what must exist first, then the recipes. */
function recipes(): Recipe[] {
  const page = readFileSync(path.join(root, 'docs/decisions-guide.md'), 'utf8');
  return page
    .split(/^## /m)
    .map((section) => Array.from(section.matchAll(/(?:^`POST (\S+)`:\n\n)?^```json\n(.*?)^```/gms)))
    .filter((blocks) => blocks.length > 0)
    .map((blocks) => ({
      requests: blocks.flatMap(([, path, json = '']) => (path === undefined ? [] : [{ path, body: JSON.parse(json) }])),
      callback: blocks.flatMap(([, path, json = '']) => (path === undefined ? [JSON.parse(json)] : []))[0] ?? null,
    }));
}

type Chat = TelegramTypes.Chat;
type User = TelegramTypes.User;

it('the recipes of the decisions guide do what the guide says', async () => {
  const clock = manualClock();
  const { telegram, env } = await startTelegram();
  const gateway = await startTestGateway({ env, clock });
  const receiver = await startReceiver();
  onTestFinished(() => gateway.stop());
  const [ada, bob, eve, dan] = ['Ada', 'Bob', 'Eve', 'Dan'].map((firstName, index) =>
    telegram.addUser({ id: 1001 + index, firstName }),
  ) as [User, User, User, User];
  const releases = telegram.addChat({ title: 'Releases', members: [ada.id, bob.id, eve.id] });
  const onCall = telegram.addChat({ title: 'On call', members: [dan.id] });
  await registerChannel(gateway, telegram, { id: 'releases', chat: releases });
  await registerChannel(gateway, telegram, { id: 'on-call', chat: onCall });

  const shown = (chat: Chat) => telegram.messages({ chat }).map(({ text }) => text ?? '');
  const shows = (chat: Chat, part: string) => until(() => shown(chat).some((text) => text.includes(part)));
  const press = async (chat: Chat, user: User, button: string) =>
    (await telegram.press({ chat, user, button })).notice ?? '';
  const reply = (chat: Chat, user: User, to: string, text: string) => {
    const message = telegram.messages({ chat }).findLast((known) => known.text?.includes(to));
    telegram.writeText({ chat, user, text, replyTo: message?.message_id ?? 0 });
  };
  /** Moves the clock until the condition holds. */
  const after = async (minutes: number, condition: () => boolean) => {
    clock.advance(minutes * 60_000);
    await until(() => {
      if (condition()) return true;
      clock.advance(100);
      return false;
    });
  };
  /** What people do in each recipe, by its number. */
  const answers: (() => Promise<void>)[] = [
    async () => {
      expect(await press(releases, ada, 'Approve')).toContain('1 of 2: Ada');
      await shows(releases, '1 of 2: Ada');
      expect(await press(releases, eve, 'Approve')).toContain('Only the group Release managers may answer');
      await press(releases, bob, 'Approve');
    },
    async () => {
      await press(releases, ada, 'Edit');
      await shows(releases, 'the arguments are');
      reply(releases, ada, 'the arguments are', 'amount: twenty');
      await shows(releases, '"amount" must be a number');
      reply(releases, ada, 'the arguments are', 'amount: 20');
      await shows(releases, 'use these arguments?');
      await press(releases, ada, 'Use these');
    },
    () => after(30, () => receiver.received.length === 3),
    async () => {
      await after(5, () => shown(releases).some((text) => text.startsWith('Reminder')));
      expect(shown(onCall)).toEqual([]);
      await after(5, () => shown(onCall).length > 0);
      reply(onCall, dan, 'The disk', 'Only those of last year.');
    },
    async () => {
      expect(await press(releases, ada, 'Approve')).toContain('somebody else must answer');
      await press(releases, bob, 'Approve');
    },
    async () => {
      await press(onCall, dan, 'Yes, it is down');
      for (const chat of [releases, onCall]) await shows(chat, '✅ Yes, it is down (Dan)');
    },
    async () => void (await press(releases, bob, 'Approve')),
  ];

  const [first, ...numbered] = recipes();
  expect(numbered).toHaveLength(answers.length);
  for (const [index, { requests, callback }] of [first!, ...numbered].entries()) {
    const send = async ({ path, body }: Recipe['requests'][number]) => {
      const known = 'callback_url' in body ? { ...body, callback_url: receiver.url } : body;
      const made = await gateway.request('POST', path, { body: known });
      expect(made.status, `${path}: ${made.text}`).toBe(path.startsWith('/v1/prompts/') ? 200 : 201);
    };
    const isLast = ({ path }: Recipe['requests'][number]) => path.endsWith('/consume');
    for (const request of requests.filter((each) => !isLast(each))) await send(request);
    if (index === 0) continue;
    await answers[index - 1]?.();
    const event = (await receiver.waitFor(index))[index - 1]?.json;
    expect(event, `recipe ${index}`).toMatchObject(callback ?? { shown: 'a callback' });
    for (const request of requests.filter(isLast)) await send(request);
  }
});
