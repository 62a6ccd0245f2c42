import type { Connection } from '@gateway/platform-kit';
import { holdLease, pauseAfterFailure, type LeaseOptions } from './lease.js';

export interface StreamOptions extends LeaseOptions {
  readonly connection: Pick<Connection, 'start'>;
  readonly onUp: (remark?: string) => void;
  readonly onDown: (reason: string) => void;
  /** A poll or heartbeat succeeded. */
  readonly onContact: () => void;
  /** This instance no longer runs the stream. */
  readonly onEnd: () => void;
  /** Log fields of an error that the adapter threw. */
  readonly describeFailure: (error: unknown) => object;
}

/** Runs an account's stream while this instance holds its lease. */
export async function holdStream(options: StreamOptions): Promise<void> {
  const { name, log, connection, onUp, onDown } = options;
  await holdLease(options, async (signal) => {
    const onContact = () => {
      if (!signal.aborted) options.onContact();
    };
    try {
      await connection.start?.({ signal, onUp, onDown, onContact });
    } catch (error) {
      log.error({ stream: name, ...options.describeFailure(error) }, 'A stream ended unexpectedly');
      onDown('The connection to the platform ended unexpectedly; it is being opened again.');
      await pauseAfterFailure(options);
    }
    options.onEnd();
  });
}
