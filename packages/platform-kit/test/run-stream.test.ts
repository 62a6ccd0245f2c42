import { describe, expect, it } from 'vitest';
import type { Connection, StreamControl } from '../src/index.js';
import { runStream } from '../src/testing/index.js';

const connection = (start: (control: StreamControl) => Promise<void>) => ({ start }) as Connection;

describe('runStream', () => {
  it('rejects with the error of a stream that throws before its first report, and still stops', async () => {
    const stream = runStream(
      connection(async () => {
        throw new Error('no such function');
      }),
    );
    await expect(stream.reported).rejects.toThrow('no such function');
    expect(await stream.stop()).toBeLessThan(1000);
  });

  it('rejects when a stream ends before its first report', async () => {
    const stream = runStream(connection(async () => {}));
    await expect(stream.reported).rejects.toThrow('start ended before it reported onUp or onDown.');
  });

  it('rejects when a stream that has reported throws while it stops', async () => {
    const stream = runStream(
      connection(async ({ signal, onUp }) => {
        onUp();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw new Error('not delivered');
      }),
    );
    await stream.reported;
    expect(stream.reports).toEqual(['up']);
    await expect(stream.stop()).rejects.toThrow('not delivered');
  });
});
