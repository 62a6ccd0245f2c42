import type { ManualClock } from '../harness/clock.js';
import { manualClock } from '../harness/clock.js';
import type { Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { start } from '../console-session/pushes.js';

const MINUTE_MS = 60_000;

/** A gateway with a clock, an owner with a push service, and the PROMPT channel `ops` to a group. */
export async function startWatched(options: { engine?: Engine; env?: Record<string, string> } = {}) {
  const clock = manualClock();
  const watched = await start({ ...options, clock });
  const { telegram, gateway, ada, service } = watched;
  const team = telegram.addChat({ title: 'Team', members: [ada.id] });
  await registerChannel(gateway, telegram, { id: 'ops', chat: team });
  const state = async (id: string) => (await gateway.request('GET', `/v1/channels/${id}`)).json.health.state;
  await until(async () => (await state('ops')) === 'ok');
  return {
    ...watched,
    clock,
    team,
    /** Makes `ops` fail: its bot is kicked, and a question is refused. */
    async breakOps() {
      telegram.kickBot(team);
      await watched.post({ channel_id: 'ops', text: 'Ship it?', options: ['Yes'] });
      await until(async () => (await state('ops')) === 'failing');
    },
    async mendOps() {
      telegram.setBotStatus(team, 'member');
      await gateway.request('POST', '/v1/channels/ops/test');
      await until(async () => (await state('ops')) === 'ok');
    },
    alerts: () => service.received.map(({ message }) => message).filter(({ type }) => type === 'alert'),
  };
}

/** Lets minutes pass until the condition holds, and returns how many. */
export async function minutesUntil(clock: ManualClock, condition: () => boolean | Promise<boolean>): Promise<number> {
  let minutes = 0;
  await until(async () => {
    clock.advance(MINUTE_MS);
    minutes += 1;
    // What became due needs the database.
    return await until(condition, 60).then(
      () => true,
      () => null,
    );
  }, 60_000);
  return minutes;
}
