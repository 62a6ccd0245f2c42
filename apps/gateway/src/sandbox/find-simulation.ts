import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A message as shown to the person in the simulated chat. */
interface SimulatedMessage {
  readonly id: string;
  readonly from: 'bot' | 'person';
  readonly name: string;
  readonly text: string;
  readonly at: Date;
  readonly edited: boolean;
  readonly buttons: readonly { readonly id: string; readonly label: string }[];
}

/** A simulated platform that runs in this process. Impossible actions throw an error named `ControlError`. */
export interface Simulation {
  /** Base URLs by the adapter's names for them. They are secret: a client that knows them can act as the bot. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Opens a chat unless it is open already, and returns its target. A name always has the same chat. */
  openChat(chat: { name: string } | { target: string }): string;
  /** Oldest first; empty when there is no such chat. */
  messages(target: string): SimulatedMessage[];
  /** Resolves after the bot's answer, or when it does not answer in time. */
  press(target: string, messageId: string, buttonId: string): Promise<void>;
  write(target: string, text: string, replyTo: string | null): void;
  /** Saves the chats for the next start and stops. */
  close(): Promise<void>;
}

/** A package's declaration of the platform that it simulates. It identifies the sandbox's channels without loading the package. */
export interface DeclaredSimulation {
  readonly platform: string;
  /** The credentials of the simulated bot, the same at every start. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Loads and starts the simulation. `file` keeps the chats. */
  start(file: string): Promise<Simulation>;
}

interface Declaration {
  readonly platform: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** The package's export with `startSandbox`. */
  readonly export: string;
}

interface SimulationModule {
  readonly startSandbox: (options: {
    readonly credentials: Readonly<Record<string, string>>;
    readonly file: string;
  }) => Promise<Simulation>;
}

/** Finds the simulation by the field `gatewaySandbox` in the package.json of the gateway's dependencies; null: none is installed. */
export function findSimulation(): DeclaredSimulation | null {
  const { dependencies = {} } = readJson(fileURLToPath(new URL('../../package.json', import.meta.url))) as {
    dependencies?: object;
  };
  for (const name of Object.keys(dependencies)) {
    const declared = declarationOf(name);
    if (!declared) continue;
    const { platform, credentials } = declared;
    return {
      platform,
      credentials,
      async start(file) {
        const module = (await import(/* @vite-ignore */ path.posix.join(name, declared.export))) as SimulationModule;
        return await module.startSandbox({ credentials, file });
      },
    };
  }
  return null;
}

function declarationOf(name: string): Declaration | undefined {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = places.map((place) => path.join(place, name, 'package.json')).find((place) => existsSync(place));
  if (file === undefined) return undefined;
  return (readJson(file) as { gatewaySandbox?: Declaration }).gatewaySandbox;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
