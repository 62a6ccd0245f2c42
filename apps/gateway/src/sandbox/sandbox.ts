import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PlatformError } from '@gateway/platform-kit';
import { Refusal, type ChannelRow, type Logger, type Platforms, type Store } from '@gateway/core';
import { findSimulation, type Simulation } from './find-simulation.js';

export interface SandboxOptions {
  /** The setting SANDBOX. */
  readonly enabled: boolean;
  /** The folder that keeps the chats between starts. */
  readonly dataDir: string;
  readonly platforms: Platforms;
  readonly store: Pick<Store, 'channels'>;
  readonly log: Logger;
}

const OFF = 'The sandbox is off: set SANDBOX=true and restart the gateway.';

/**
 * A platform simulated in this process, for use without an account. The credentials of its bot are fixed, so that its channels
 * can be identified without loading it. It is loaded and started when the first of these channels is connected. Channels of
 * real bots on the same platform do not use it.
 */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #declared = findSimulation();
  /** The simulated bot's account; null until the platform is loaded. */
  #account: string | null = null;
  #running: Promise<Simulation> | null = null;
  #closed = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /** The simulated platform; null: the sandbox is off or not installed. */
  get platform(): string | null {
    return this.#options.enabled ? (this.#declared?.platform ?? null) : null;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Credentials of the simulated bot. Throws a `Refusal` when the sandbox is off. */
  get credentials(): Readonly<Record<string, string>> {
    if (this.platform === null || this.#declared === null) throw new Refusal('conflict', OFF);
    return this.#declared.credentials;
  }

  /** Whether an account is the simulated bot, also while the sandbox is off. Loads only the platform's manifest. */
  async owns(platform: string, account: string): Promise<boolean> {
    if (platform !== this.#declared?.platform) return false;
    const { credentials } = this.#declared;
    this.#account ??= (await this.#options.platforms.load(platform))?.account(credentials) ?? null;
    return account === this.#account;
  }

  /** The secret base URLs of the simulated platform, which is started for them. Throws a `PlatformError` when the sandbox is off. */
  async endpoints(): Promise<Readonly<Record<string, string>>> {
    if (this.platform === null) {
      throw new PlatformError('unavailable', 'This channel is in the sandbox, which is off.', {
        hint: 'Set SANDBOX=true and restart the gateway, or unregister the channel.',
      });
    }
    return (await this.start()).endpoints;
  }

  /** Starts the simulation with the chats of all saved channels, unless it runs. */
  async start(): Promise<Simulation> {
    if (this.platform === null || this.#declared === null) throw new Refusal('conflict', OFF);
    if (this.#closed) throw new Refusal('unavailable', 'The gateway is stopping.');
    if (!this.#running) {
      const starting = this.#start(this.#declared.start);
      this.#running = starting;
      starting.catch(() => (this.#running = null));
    }
    return await this.#running;
  }

  /** The running simulation; null: it was not started. */
  async running(): Promise<Simulation | null> {
    return await this.#running;
  }

  /** Active channels of the simulated bot, oldest first. */
  async channels(organizationId: string): Promise<ChannelRow[]> {
    return (await this.#saved()).filter((channel) => channel.organizationId === organizationId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const running = await this.#running?.catch(() => null);
    await running?.close();
  }

  async #start(start: (file: string) => Promise<Simulation>): Promise<Simulation> {
    const { dataDir, log } = this.#options;
    mkdirSync(dataDir, { recursive: true });
    const simulation = await start(path.resolve(dataDir, 'sandbox.json'));
    for (const { targetChatId } of await this.#saved()) simulation.openChat({ target: targetChatId });
    log.info({ platform: this.platform }, 'Sandbox started: a platform is simulated in this process');
    return simulation;
  }

  async #saved(): Promise<ChannelRow[]> {
    const active = await this.#options.store.channels.active();
    const owned = await Promise.all(active.map(({ platform, account }) => this.owns(platform, account)));
    return active.filter((_channel, index) => owned[index]);
  }
}
