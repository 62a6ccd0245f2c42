import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveStream } from '../src/lib/live/live.js';

const sources: Source[] = [];

/** A fake EventSource whose events the test dispatches. */
class Source extends EventTarget {
  constructor(readonly url: string) {
    super();
    sources.push(this);
  }
  close(): void {}
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  receive(type: string, data: object, lastEventId: string): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify({ type, ...data }), lastEventId }));
  }
}

beforeEach(() => {
  sources.length = 0;
  const page = new EventTarget();
  let held = false;
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, _options: object, granted: () => unknown) => {
        if (held) return new Promise(() => undefined);
        held = true;
        return Promise.resolve(granted());
      },
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

function openTab() {
  const lives: boolean[] = [];
  const stream = new LiveStream(
    () => undefined,
    () => undefined,
    (wasLost) => void lives.push(wasLost),
  );
  return { lives, stream, close: stream.start() };
}

it('refetches everything in every tab after a stream.gap event', async () => {
  const [reading, listening] = [openTab(), openTab()];
  const [source] = sources;
  expect(sources).toHaveLength(1);
  source?.open();
  await vi.waitFor(() => expect([reading.lives, listening.lives]).toEqual([[false], [false]]));

  source?.receive('stream.gap', { last_event_id: '7' }, '90');
  expect(reading.lives).toEqual([false, true]);
  await vi.waitFor(() => expect(listening.lives).toEqual([false, true]));
  expect([reading.stream.state.status, listening.stream.state.status]).toEqual(['live', 'live']);
  reading.close();
  listening.close();
});
