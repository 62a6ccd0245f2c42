import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { startMessenger, startWhatsApp } from '../harness/graph-apps.js';

const HOUR_MS = 3_600_000;

async function startWith(platform: 'whatsapp' | 'messenger') {
  const clock = manualClock();
  const lag = { ms: 0 };
  const clocks = { clock, aheadMs: () => lag.ms };
  const started = await (platform === 'whatsapp' ? startWhatsApp(clocks) : startMessenger(clocks));
  const ada = started.addPerson('Ada');
  await started.register({ id: 'ops', target: ada.target });
  await started.sim.setWebhook(started.addressOf('ops'));
  const write = async (aheadMs: number) => {
    lag.ms = aheadMs;
    await started.sim.writeText({ person: ada.target, text: 'Hello' });
    lag.ms = 0;
  };
  const ask = () =>
    started.gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'ops', text: 'Ship it?', options: ['Yes'] },
    });
  const lastInboundAt = async () =>
    (await started.gateway.request('GET', '/v1/channels/ops')).json.health.last_inbound_at;
  return { clock, write, ask, lastInboundAt };
}

it.each(['whatsapp', 'messenger'] as const)(
  'the reply window of %s counts from when the person wrote, not from when the event arrived',
  async (platform) => {
    const { clock, write, ask, lastInboundAt } = await startWith(platform);
    await write(-25 * HOUR_MS);
    expect(await ask()).toMatchObject({ status: 400, json: { code: 'window_closed' } });
    await write(-23 * HOUR_MS);
    expect((await ask()).status).toBe(200);
    const since = await lastInboundAt();
    // An older one that is repeated closes nothing.
    await write(-25 * HOUR_MS);
    expect(await lastInboundAt()).toBe(since);
    clock.advance(HOUR_MS + 5000);
    expect(await ask()).toMatchObject({ status: 400, json: { code: 'window_closed' } });
  },
);

it.each(['whatsapp', 'messenger'] as const)(
  'a clock of %s that is ahead does not extend its reply window',
  async (platform) => {
    const { clock, write, ask } = await startWith(platform);
    await write(48 * HOUR_MS);
    expect((await ask()).status).toBe(200);
    clock.advance(24 * HOUR_MS + 5000);
    expect(await ask()).toMatchObject({ status: 400, json: { code: 'window_closed' } });
  },
);
