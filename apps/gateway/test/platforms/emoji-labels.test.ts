import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannel, createPrompt } from '@gateway/contract';
import { startDiscordSimulator } from '@gateway/simulators/discord';
import { startMessengerSimulator } from '@gateway/simulators/messenger';
import { shownText, startSlackSimulator } from '@gateway/simulators/slack';
import { startWhatsAppSimulator } from '@gateway/simulators/whatsapp';
import { startTestGateway } from '../harness/gateway.js';

/** The parts of a platform simulator that a channel needs, and what a person sees of the question. */
interface PlatformFixture {
  readonly url: string;
  readonly target: string;
  readonly credentials: Record<string, string>;
  shown(): { text: string; labels: (string | undefined)[] }[];
}

const platformFixtures: Record<string, () => Promise<PlatformFixture>> = {
  async whatsapp() {
    const sim = await startWhatsAppSimulator();
    onTestFinished(() => sim.close());
    return {
      url: sim.url,
      target: sim.addPerson().waId,
      credentials: {
        access_token: sim.accessToken,
        phone_number_id: sim.phoneNumberId,
        app_secret: sim.appSecret,
        verify_token: sim.verifyToken,
      },
      shown: () => sim.messages().map(({ text, buttons }) => ({ text, labels: buttons.map(({ title }) => title) })),
    };
  },
  async messenger() {
    const sim = await startMessengerSimulator();
    onTestFinished(() => sim.close());
    return {
      url: sim.url,
      target: sim.addPerson().psid,
      credentials: {
        page_access_token: sim.pageAccessToken,
        app_secret: sim.appSecret,
        verify_token: sim.verifyToken,
      },
      shown: () => sim.messages().map(({ text, buttons }) => ({ text, labels: buttons.map(({ title }) => title) })),
    };
  },
  async discord() {
    const sim = await startDiscordSimulator();
    onTestFinished(() => sim.close());
    return {
      url: sim.url,
      target: sim.addChannel().id,
      credentials: { bot_token: sim.bot.token },
      shown: () =>
        sim.messages().map(({ content, components }) => ({
          text: content,
          labels: components.flatMap((row) => row.components.map(({ label }) => label)),
        })),
    };
  },
  async slack() {
    const sim = await startSlackSimulator();
    onTestFinished(() => sim.close());
    const channel = sim.addChannel({ name: 'ops' });
    return {
      url: sim.url,
      target: channel.id,
      credentials: { bot_token: sim.botToken, signing_secret: sim.signingSecret },
      shown: () =>
        sim.messages(channel).map((message) => ({
          text: shownText(message),
          labels: [...JSON.stringify(message.blocks).matchAll(/"plain_text","text":"([^"]*)"/g)].map(
            ([, text]) => text,
          ),
        })),
    };
  },
};

describe('a label of 64 emoji, which some platforms count twice', () => {
  it.each(Object.keys(platformFixtures))(
    'is listed in the text on %s, with its number on the button',
    async (platform) => {
      const fixture = await platformFixtures[platform]!();
      const gateway = await startTestGateway({ env: { [`PLATFORM_${platform.toUpperCase()}_API_URL`]: fixture.url } });
      await gateway.call(createChannel, {
        body: {
          channel_id: 'ops',
          platform,
          target_chat_id: fixture.target,
          channel_type: 'PROMPT',
          credentials: fixture.credentials,
        },
      });
      const label = '👍'.repeat(64);
      await gateway.call(createPrompt, { body: { channel_id: 'ops', text: 'Well?', options: [label, 'No'] } });
      expect(fixture.shown()).toEqual([{ text: `Well?\n\n1. ${label}\n2. No`, labels: ['1', '2'] }]);
    },
  );
});
