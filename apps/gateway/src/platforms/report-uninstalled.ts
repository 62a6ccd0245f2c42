import { notLoaded, type Logger, type Platforms, type Store } from '@gateway/core';

/** Logs a warning for each platform that has active channels but no adapter. */
export async function reportUninstalled(store: Store, platforms: Platforms, log: Logger): Promise<void> {
  const counts = new Map<string, number>();
  for (const { platform } of await store.channels.active())
    if (!platforms.ids.includes(platform)) counts.set(platform, (counts.get(platform) ?? 0) + 1);
  for (const [platform, channels] of counts)
    log.warn({ platform, channels, reason: notLoaded(platforms, platform) }, 'Channels have no adapter');
}
