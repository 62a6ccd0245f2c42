import type { Clock } from '@gateway/sandbox/server';
import type { Update, UpdateQueue } from '@gateway/sandbox/telegram';

/** Where a bot's updates are posted to. */
export interface WebhookSettings {
  url: string;
  secretToken?: string;
  maxConnections: number;
  ipAddress?: string;
}

interface WebhookTiming {
  /** Wait before the first retry, in milliseconds; doubled for each further one. */
  retryMs: number;
  /** Longest wait between retries, in milliseconds. */
  retryMaxMs: number;
  /** How long an answer may take, in milliseconds. */
  timeoutMs: number;
}

interface WebhookOptions {
  queue: UpdateQueue;
  clock: Clock;
  timing: WebhookTiming;
  /** Executes a method call that came as the webhook's reply. */
  call: (method: string, params: Record<string, unknown>) => Promise<void>;
}

/**
 * Posts each update of a bot until the answer is a 2xx. Updates of one chat and presses of one person are posted in order;
 * others in parallel, up to `maxConnections`.
 */
export class Webhook {
  settings: WebhookSettings | undefined;
  lastError: { date: number; message: string } | undefined;
  readonly #lanes = new Map<string, Update[]>();
  #idle: string[] = [];
  #busy = 0;
  #stop = new AbortController();

  readonly #options: WebhookOptions;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Starts posting to new settings, or stops with undefined; running deliveries are abandoned. */
  use(settings: WebhookSettings | undefined): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.settings = settings;
    this.lastError = undefined;
    this.#lanes.clear();
    this.#idle = [];
    this.#busy = 0;
    if (settings) for (const update of this.#options.queue.pending()) this.enqueue(update);
  }

  enqueue(update: Update): void {
    if (!this.settings) return;
    const key = laneOf(update);
    const lane = this.#lanes.get(key);
    if (lane) {
      lane.push(update);
      return;
    }
    this.#lanes.set(key, [update]);
    this.#idle.push(key);
    this.#fill();
  }

  #fill(): void {
    while (this.settings && this.#busy < this.settings.maxConnections) {
      const key = this.#idle.shift();
      if (key === undefined) return;
      this.#busy += 1;
      void this.#run(key, this.settings, this.#stop.signal);
    }
  }

  async #run(key: string, settings: WebhookSettings, signal: AbortSignal): Promise<void> {
    const lane = this.#lanes.get(key) ?? [];
    for (let failures = 0; lane.length > 0;) {
      const update = lane[0] as Update;
      const problem = await this.#post(update, settings, signal);
      if (signal.aborted) return;
      if (problem === undefined) {
        lane.shift();
        this.#options.queue.settle(update.update_id);
        failures = 0;
        continue;
      }
      this.lastError = { date: Math.floor(this.#options.clock.now() / 1000), message: problem };
      await this.#options.clock.sleep(
        Math.min(this.#options.timing.retryMs * 2 ** failures++, this.#options.timing.retryMaxMs),
        signal,
      );
      if (signal.aborted) return;
    }
    this.#lanes.delete(key);
    this.#busy -= 1;
    this.#fill();
  }

  /** Undefined when it was accepted, otherwise the error as getWebhookInfo words it. */
  async #post(update: Update, settings: WebhookSettings, signal: AbortSignal): Promise<string | undefined> {
    const timeout = AbortSignal.timeout(this.#options.timing.timeoutMs);
    try {
      const response = await fetch(settings.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(settings.secretToken !== undefined && { 'x-telegram-bot-api-secret-token': settings.secretToken }),
        },
        body: JSON.stringify(update),
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      });
      const body = await response.text();
      if (!response.ok) return `Wrong response from the webhook: ${response.status} ${response.statusText}`;
      await this.#reply(body);
      return undefined;
    } catch (error) {
      if (timeout.aborted) return 'Read timeout expired';
      const code = (error as { cause?: { code?: string } }).cause?.code;
      return code === 'ECONNREFUSED' ? 'Connection refused' : 'Connection reset by peer';
    }
  }

  async #reply(body: string): Promise<void> {
    let reply: unknown;
    try {
      reply = JSON.parse(body);
    } catch {
      return;
    }
    if (!reply || typeof reply !== 'object' || !('method' in reply) || typeof reply.method !== 'string') return;
    const { method, ...params } = reply as { method: string } & Record<string, unknown>;
    await this.#options.call(method, params);
  }
}

function laneOf(update: Update): string {
  if (update.callback_query) return `person ${update.callback_query.from.id}`;
  const chat = (update.message ?? update.edited_message ?? update.channel_post ?? update.my_chat_member)?.chat;
  return `chat ${chat?.id}`;
}
