import { startSlackSimulator, type SlackSimulatorOptions } from '@gateway/simulators/slack';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import { onTestFinished } from 'vitest';

const ignore = () => {};

/** Suppresses the SDK's log of refused calls. */
export const quiet = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  setName: ignore,
  getLevel: () => 'error',
} as unknown as NonNullable<WebClientOptions['logger']>;

/** A workspace with Ada and Grace in #ops, and Slack's client. */
export async function start(options: SlackSimulatorOptions = {}) {
  const sim = await startSlackSimulator({ fetchUrls: false, ...options });
  onTestFinished(() => sim.close());
  const ada = sim.addUser({ name: 'ada', realName: 'Ada Lovelace' });
  const grace = sim.addUser({ name: 'grace', realName: 'Grace Hopper' });
  const ops = sim.addChannel({ name: 'ops' });
  const clientOf = (token: string) =>
    new WebClient(token, {
      slackApiUrl: `${sim.url}/api/`,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: quiet,
    });
  return { sim, ada, grace, ops, web: clientOf(sim.botToken), clientOf };
}

/** The error of a refused call. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const data = (error as { data?: { error?: string; response_metadata?: { messages?: string[] } } } | undefined)?.data;
  if (data?.error === undefined) throw new Error('Expected the call to be refused', { cause: error });
  return [data.error, ...(data.response_metadata?.messages ?? [])].join(' ');
}

export const section = (text: string) => ({ type: 'section' as const, text: { type: 'mrkdwn' as const, text } });

export const buttons = (...labels: string[]) => ({
  type: 'actions' as const,
  elements: labels.map((label, index) => ({
    type: 'button' as const,
    action_id: `choice-${index}`,
    text: { type: 'plain_text' as const, text: label },
    value: `value-${index}`,
  })),
});
