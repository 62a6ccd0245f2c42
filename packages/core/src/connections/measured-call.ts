import { isPlatformError } from '@gateway/platform-kit';
import type { Meter } from '../meter.js';
import type { Clock, Logger } from '../ports.js';
import type { ChannelRow } from '../rows.js';

/** A call that takes longer is worth a line in the log; rate limits that were waited for are included. */
const SLOW_MS = 3000;

/** Counts a platform call, and logs it when it was slow or failed, with the adapter's hint. */
export async function measured<T>(
  { clock, log, meter }: { clock: Clock; log: Logger; meter: Meter },
  { platform, channelId }: Pick<ChannelRow, 'platform' | 'channelId'>,
  call: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  const about = () => ({ platform, channel_id: channelId, ms: clock.now() - startedAt });
  try {
    const result = await call();
    const line = about();
    meter.platformCall(platform, 'ok', line.ms);
    if (line.ms >= SLOW_MS) log.warn(line, 'A platform call was slow');
    return result;
  } catch (error) {
    const line = about();
    const code = isPlatformError(error) ? error.code : 'failed';
    meter.platformCall(platform, code, line.ms);
    // Of foreign errors nothing is said: their messages may carry secrets.
    if (isPlatformError(error))
      log.warn({ ...line, code, reason: error.message, hint: error.hint }, 'A platform call failed');
    else log.warn({ ...line, code }, 'A platform call failed');
    throw error;
  }
}
