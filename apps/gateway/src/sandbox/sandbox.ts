import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PlatformError } from '@gateway/platform-kit';
import { Refusal, type ChannelRow, type Logger, type Platforms, type Store } from '@gateway/core';
import { findSimulation, type Simulation } from './find-simulation.js';

export interface SandboxOptions {
  /** The setting `SANDBOX`. */
  readonly enabled: boolean;
  /** The folder in which chats are saved between starts. */
  readonly dataDir: string;
  readonly platforms: Platforms;
  readonly store: Pick<Store, 'channels'>;
  readonly log: Logger;
}

const OFF = 'The sandbox is off: set SANDBOX=true and restart the gateway.';

/**
 * A platform that is simulated in this process, to try the gateway without an account. The credentials of its bot are fixed, so that its
 * channels are recognized without loading the simulation, which starts when the first of them is connected. Channels of real bots on the
 * same platform are not affected.
 */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #declared = findSimulation();
  /** The account id of the simulated bot; null: the platform has not been loaded yet. */
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

  /** The credentials of the simulated bot. Throws a `Refusal` if the sandbox is off. */
  get credentials(): Readonly<Record<string, string>> {
    if (this.platform === null || this.#declared === null) throw new Refusal('conflict', OFF);
    return this.#declared.credentials;
  }

  /** Whether an account is the simulated bot, even if the sandbox is off. Loads only the platform's manifest. */
  async owns(platform: string, account: string): Promise<boolean> {
    if (platform !== this.#declared?.platform) return false;
    const { credentials } = this.#declared;
    this.#account ??= (await this.#options.platforms.load(platform))?.account(credentials) ?? null;
    return account === this.#account;
  }

  /** Starts the simulated platform and returns its secret endpoints. Throws a `PlatformError` if the sandbox is off. */
  async endpoints(): Promise<Readonly<Record<string, string>>> {
    if (this.platform === null) {
      throw new PlatformError('unavailable', 'This channel is in the sandbox, which is off.', {
        hint: 'Set SANDBOX=true and restart the gateway, or unregister the channel.',
      });
    }
    return (await this.start()).endpoints;
  }

  /** Starts the simulation with the chats of all its channels, unless it is running. */
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

  /** The running simulation; null: not started yet. */
  async running(): Promise<Simulation | null> {
    return await this.#running;
  }

  /** Active channels in the sandbox, oldest first. */
  async channels(organizationId: string): Promise<ChannelRow[]> {
    return (await this.#activeChannels()).filter((channel) => channel.organizationId === organizationId);
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
    for (const { targetChatId } of await this.#activeChannels()) simulation.openChat({ target: targetChatId });
    log.info({ platform: this.platform }, 'The sandbox has started: a simulated platform in this process');
    return simulation;
  }

  async #activeChannels(): Promise<ChannelRow[]> {
    const active = await this.#options.store.channels.active();
    const owned = await Promise.all(active.map(({ platform, account }) => this.owns(platform, account)));
    return active.filter((_channel, index) => owned[index]);
  }
}
