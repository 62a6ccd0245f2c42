import type { CheckResult } from '@gateway/contract';
import { failed, networkReason, ok, skipped, type Check, type CheckContext } from './check.js';
import { askInstallation } from './gateway.js';

const name = 'public address';

/** Calls the gateway through PUBLIC_WEBHOOK_URL with a random text, which only this installation can answer. */
export const publicAddress: Check = {
  name,
  timeoutMs: 25_000,
  async run(context, signal) {
    const { config, identity, localUrl } = context;
    const { publicUrl } = config;
    if (publicUrl === null) return [await withoutAddress(context)];
    if (identity === null || localUrl === null) return [skipped(name, 'The gateway is not running here.')];
    const ask = (origin: string) => askInstallation(context, origin, signal);
    const local = await ask(localUrl).catch(() => null);
    if (!local?.isOwn) return [skipped(name, 'The gateway is not running here, so its public address is not checked.')];
    try {
      const { status, isOwn } = await ask(publicUrl);
      return isOwn
        ? [ok(name, `${publicUrl} reaches this installation.`)]
        : [
            failed(
              name,
              `${publicUrl} reaches something else: it answered with status ${status}.`,
              'Correct PUBLIC_WEBHOOK_URL, or let the proxy forward /webhooks to this gateway.',
            ),
          ];
    } catch (error) {
      return [
        failed(
          name,
          `${publicUrl} cannot be reached from here: ${networkReason(error)}.`,
          'Check DNS, the certificate and the proxy. If this network cannot reach its own public address, check from outside.',
        ),
      ];
    }
  },
};

/** Some platforms cannot be polled. */
async function withoutAddress({ channels, platforms, isSimulated }: CheckContext): Promise<CheckResult> {
  const affected = new Set<string>();
  for (const { platform, account } of await channels()) {
    const found = await platforms.load(platform);
    if (found?.capabilities.webhook === 'required' && !(await isSimulated(platform, account))) affected.add(found.name);
  }
  return affected.size === 0
    ? skipped(name, 'PUBLIC_WEBHOOK_URL is not set: the gateway polls the platforms that support it.')
    : failed(
        name,
        `${[...affected].toSorted().join(', ')} must reach this gateway from the internet, and PUBLIC_WEBHOOK_URL is not set, so no answers arrive.`,
        'Set PUBLIC_WEBHOOK_URL to the https address of the gateway, and restart it.',
      );
}
