import type { Rig } from '@gateway/platform-kit/testing';
import { labelsOf, press } from './choices.js';
import { startSimulator } from './simulator.js';

/** What the conformance suite does on the platform: it acts as a person, and reads the chat. */
export async function openRig(): Promise<Rig> {
  const sim = await startSimulator();
  return {
    credentials: { token: sim.token },
    badCredentials: { token: 'not-the-token-of-any-bot' },
    target: sim.room.id,
    unknownTarget: 'no-such-room',
    endpoints: { api: sim.url },
    press: (place) => press(sim, place),
    write: async (text, replyTo) => void sim.write(text, replyTo),
    redeliver: async () => sim.redeliver(),
    shown: () => sim.messages.map((message) => ({ id: message.id, text: message.text, buttons: labelsOf(message) })),
    fail(failure) {
      if (failure === 'network') sim.failNext('postMessage', { drop: true });
      else sim.failNext('postMessage', { answer: { status: statuses[failure], body: { error: failure } } });
    },
    ...(sim.disconnect && { disconnect: sim.disconnect }),
    ...(sim.webhook && { webhook: sim.webhook }),
    close: sim.close,
  };
}

const statuses = { rate_limited: 429, forbidden: 403, unavailable: 503 };
