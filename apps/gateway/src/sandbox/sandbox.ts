import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PlatformError } from '@gateway/platform-kit';
import { Refusal, type ChannelRow, type Logger, type Platforms, type Store } from '@gateway/core';
import { findSimulation, type Simulation } from './find-simulation.js';

export interface SandboxOptions {
  /** The setting SANDBOX. */
  readonly enabled: boolean;
  /** Where the chats are kept between starts. */
  readonly dataDir: string;
  readonly platforms: Platforms;
  readonly store: Pick<Store, 'channels'>;
  readonly log: Logger;
}

const OFF = 'The sandbox is off: set SANDBOX=true and start the gateway again.';

/**
 * A platform simulated in this process, for trying the gateway without an account. Its bot's credentials are fixed and known
 * beforehand, so that its channels are told from others without loading anything; it is loaded and started when a channel of
 * its bot is first connected. Channels of real bots on the same platform are none of its business.
 */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #declared = findSimulation();
  /** The account behind the simulated bot; null until the platform has been loaded. */
  #account: string | null = null;
  #running: Promise<Simulation> | null = null;
  #closed = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /** The platform that is simulated; null: none can be. */
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

  /** Whether an account is the simulated bot, also while the sandbox is off. Loads the platform's manifest at most. */
  async owns(platform: string, account: string): Promise<boolean> {
    if (platform !== this.#declared?.platform) return false;
    const { credentials } = this.#declared;
    this.#account ??= (await this.#options.platforms.load(platform))?.account(credentials) ?? null;
    return account === this.#account;
  }

  /** The simulated platform's root addresses, known to nobody else; it is started for them. Throws a `PlatformError` when the sandbox is off. */
  async endpoints(): Promise<Readonly<Record<string, string>>> {
    if (this.platform === null) {
      throw new PlatformError('unavailable', 'This channel leads into the sandbox, which is off.', {
        hint: 'Set SANDBOX=true and start the gateway again, or unregister the channel.',
      });
    }
    return (await this.start()).endpoints;
  }

  /** Starts it unless it runs, with the chats of all saved channels. */
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

  /** The running simulation; null: nothing has asked for it so far. */
  async running(): Promise<Simulation | null> {
    return await this.#running;
  }

  /** Active channels that lead into it, oldest first. */
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
    log.info({ platform: this.platform }, 'The sandbox has started: a simulated platform within this process');
    return simulation;
  }

  async #saved(): Promise<ChannelRow[]> {
    const active = await this.#options.store.channels.active();
    const owned = await Promise.all(active.map(({ platform, account }) => this.owns(platform, account)));
    return active.filter((_channel, index) => owned[index]);
  }
}
