import { createChannel } from '@gateway/contract';
import type { Clock } from '@gateway/core';
import { startMessengerSimulator, type MessengerSimulatorOptions } from '@gateway/simulators/messenger';
import { systemClock } from '@gateway/sandbox/server';
import { startWhatsAppSimulator, type WhatsAppSimulatorOptions } from '@gateway/simulators/whatsapp';
import { startTestGateway, type TestGateway } from './gateway.js';
import { onCleanUp } from './shared.js';

/** The template of channels with `outsideWindow: 'template'`. The simulators have it when a test adds it. */
export const TEMPLATE = { name: 'question_waiting', language: 'en' };

interface Channel {
  readonly id: string;
  readonly target: string;
  /** When set, the channel is a MESSAGE channel. */
  readonly callbackUrl?: string;
  /** Replaces the valid credentials. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly outsideWindow?: 'refuse' | 'template' | 'direct';
}

interface Clocks {
  /** Of the gateway and the platform. Default: the system's. */
  readonly clock?: Clock;
  /** By how much the platform's clock is ahead, in milliseconds. */
  readonly aheadMs?: () => number;
}

/** Timers of the simulators run in real time. */
function platformClock(clock: Clock | undefined, aheadMs = () => 0) {
  return clock && { clock: { ...systemClock, now: () => clock.now() + aheadMs() } };
}

/** A gateway with one page. */
export async function startMessenger({
  clock,
  aheadMs,
  ...options
}: Pick<MessengerSimulatorOptions, 'deliveryMids'> & Clocks = {}) {
  const sim = await startMessengerSimulator({ postbackMids: false, ...options, ...platformClock(clock, aheadMs) });
  onCleanUp(() => sim.close());
  const gateway = await startTestGateway({ env: { PLATFORM_MESSENGER_API_URL: sim.url }, ...(clock && { clock }) });
  const credentials = {
    page_access_token: sim.pageAccessToken,
    app_secret: sim.appSecret,
    verify_token: sim.verifyToken,
  };
  return {
    ...channelsOf(gateway, 'messenger', credentials),
    sim,
    gateway,
    addPerson: (name: string) => {
      const person = sim.addPerson({ name });
      return { ...person, target: person.psid };
    },
    /** The texts of a chat, oldest first. */
    said: (target: string) =>
      sim.messages(target).map(({ mid: id, by, text }) => ({ id, text, isOurs: by === 'page' })),
  };
}

/** A gateway with one business number. */
export async function startWhatsApp({
  phoneNumber,
  clock,
  aheadMs,
  env,
  via,
}: Pick<WhatsAppSimulatorOptions, 'phoneNumber'> &
  Clocks & {
    /** Settings of the gateway, such as those of a database that it shares. */
    readonly env?: Record<string, string>;
    /** Returns the address to use in place of the simulator's. */
    readonly via?: (url: string) => Promise<string>;
  } = {}) {
  const sim = await startWhatsAppSimulator({ ...(phoneNumber && { phoneNumber }), ...platformClock(clock, aheadMs) });
  onCleanUp(() => sim.close());
  const api = (await via?.(sim.url)) ?? sim.url;
  const gateway = await startTestGateway({ env: { PLATFORM_WHATSAPP_API_URL: api, ...env }, ...(clock && { clock }) });
  const credentials = {
    access_token: sim.accessToken,
    phone_number_id: sim.phoneNumberId,
    app_secret: sim.appSecret,
    verify_token: sim.verifyToken,
  };
  return {
    ...channelsOf(gateway, 'whatsapp', credentials),
    sim,
    gateway,
    addPerson: (name: string) => {
      const person = sim.addPerson({ name, username: name.toLowerCase() });
      return { ...person, target: person.waId };
    },
    /** The texts of a chat, oldest first. */
    said: (target: string) => sim.messages(target).map(({ id, by, text }) => ({ id, text, isOurs: by === 'business' })),
  };
}

function channelsOf(gateway: TestGateway, platform: string, credentials: Readonly<Record<string, string>>) {
  const pathOf = (id: string) => `/webhooks/default/${platform}/${id}`;
  return {
    /** The path and the URL of a channel's webhook. */
    pathOf,
    addressOf: (id: string) => gateway.url + pathOf(id),
    register: async ({ id, target, callbackUrl, credentials: others, outsideWindow }: Channel) =>
      await gateway.call(createChannel, {
        body: {
          channel_id: id,
          platform,
          target_chat_id: target,
          channel_type: callbackUrl === undefined ? 'PROMPT' : 'MESSAGE',
          credentials: { ...credentials, ...others },
          ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
          ...(outsideWindow && { outside_window: outsideWindow }),
          ...(outsideWindow === 'template' && { window_template: TEMPLATE }),
        },
      }),
  };
}
