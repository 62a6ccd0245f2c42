import { Gateway } from '@gateway/client';
import { numberIn, type Flags, type commonOptions } from './command.js';
import type { Output } from './output.js';
import { readSettings, type Settings } from './settings.js';

/** What commands share. */
export interface Context {
  readonly output: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when a signal ends the command. Its reason is `Interrupted`. */
  readonly signal: AbortSignal;
  readonly settings: Settings;
  /** For how many seconds a request is retried. */
  readonly retrySec: number;
  readonly gateway: Gateway;
}

const DEFAULT_RETRY_SEC = 10;

export async function createContext(
  flags: Flags<typeof commonOptions>,
  { output, env, signal }: Pick<Context, 'output' | 'env' | 'signal'>,
): Promise<Context> {
  const settings = await readSettings(flags, env);
  const retrySec = numberIn('retry', flags.retry) ?? DEFAULT_RETRY_SEC;
  const { url, apiKey, channel } = settings;
  const onRetry = (error: Error, delayMs: number) =>
    output.note(`${error.message} Next attempt in ${(delayMs / 1000).toFixed(1)} s.`);
  return {
    output,
    env,
    signal,
    settings,
    retrySec,
    gateway: new Gateway({ url, apiKey, channel, retrySec, onRetry }),
  };
}
