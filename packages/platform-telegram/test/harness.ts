import type { WebhookRequest } from '@gateway/platform-kit';
import { openTestConnection, webhookRequest, type TestConnection } from '@gateway/platform-kit/testing';
import telegram from '../src/index.js';

export interface Setup {
  token: string;
  api?: string;
  webhookUrl?: string;
  fetch?: typeof fetch;
}

/** A connection to the Bot API at `api`, or to Telegram's own through `fetch`. */
export function connect({ token, api, webhookUrl, fetch: given }: Setup): Promise<TestConnection> {
  return openTestConnection(telegram, {
    credentials: { bot_token: token },
    ...(api !== undefined && { endpoints: { api } }),
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(given && { fetch: given }),
  });
}

/** A webhook request with Telegram's secret header. */
export function signedRequest(body: unknown, secret: string | undefined): WebhookRequest {
  return webhookRequest(body, { 'x-telegram-bot-api-secret-token': secret });
}

/** A Bot API with one scripted answer per method. It records every call. */
export function scriptedApi(answers: Record<string, (payload: Record<string, unknown>) => unknown>) {
  const calls: { url: string; method: string; payload: Record<string, unknown> }[] = [];
  const scripted: typeof fetch = async (input, init) => {
    const url = input as string;
    const method = url.slice(url.lastIndexOf('/') + 1);
    const payload = JSON.parse(init?.body as string) as Record<string, unknown>;
    calls.push({ url, method, payload });
    const answer = await answers[method]?.(payload);
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    return Response.json({ ok: true, result: answer ?? true });
  };
  return { answers, calls, fetch: scripted };
}

/** An error response of the Bot API. */
export function refusal(error_code: number, description: string, parameters?: object): Response {
  return Response.json({ ok: false, error_code, description, parameters }, { status: error_code });
}
