import { randomBytes } from 'node:crypto';
import { failed, networkReason, ok, skipped, type Check } from './check.js';

const name = 'public address';
const ANSWER_MS = 10_000;

/** Calls the gateway through PUBLIC_WEBHOOK_URL with a random text, which only this installation can answer. */
export const publicAddress: Check = {
  name,
  timeoutMs: 25_000,
  async run({ config, identity, localUrl }, signal) {
    const { publicUrl } = config;
    if (publicUrl === null)
      return [skipped(name, 'PUBLIC_WEBHOOK_URL is not set: the gateway polls the platforms that support it.')];
    if (identity === null || localUrl === null) return [skipped(name, 'The gateway is not running here.')];
    const ask = async (origin: string) => {
      const nonce = randomBytes(16).toString('hex');
      const response = await fetch(`${origin}/webhooks/installation?nonce=${nonce}`, {
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      const text = (await response.text()).slice(0, 1000);
      return { status: response.status, isOwn: text.includes(identity.answer(nonce)) };
    };
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
