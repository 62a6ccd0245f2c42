import { randomBytes } from 'node:crypto';
import { ok, skipped, type Check, type CheckContext } from './check.js';

const name = 'gateway';
const ANSWER_MS = 10_000;

/** Whether the gateway itself runs at its local address. */
export const running: Check = {
  name,
  timeoutMs: 15_000,
  async run(context, signal) {
    const { localUrl } = context;
    if (localUrl === null || context.identity === null)
      return [skipped(name, 'Whether the gateway runs is not known: its port or its secrets are not.')];
    const found = await askInstallation(context, localUrl, signal).catch(() => null);
    return [
      found?.isOwn
        ? ok(name, `The gateway runs at ${localUrl}.`)
        : skipped(
            name,
            found === null
              ? `The gateway does not run: nothing answers at ${localUrl}.`
              : `The gateway does not run: another program answers at ${localUrl}.`,
          ),
    ];
  },
};

/** Asks an address with a random text, which only this installation can answer. Rejects when nothing answers. */
export async function askInstallation(
  { identity }: Pick<CheckContext, 'identity'>,
  origin: string,
  signal: AbortSignal,
): Promise<{ status: number; isOwn: boolean }> {
  const nonce = randomBytes(16).toString('hex');
  const response = await fetch(`${origin}/webhooks/installation?nonce=${nonce}`, {
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
  const text = (await response.text()).slice(0, 1000);
  return { status: response.status, isOwn: identity !== null && text.includes(identity.answer(nonce)) };
}
