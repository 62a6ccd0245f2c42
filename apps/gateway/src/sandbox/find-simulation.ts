import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A message as the person in the simulated chat sees it. */
interface SimulatedMessage {
  readonly id: string;
  readonly from: 'bot' | 'person';
  readonly name: string;
  readonly text: string;
  readonly at: Date;
  readonly edited: boolean;
  readonly buttons: readonly { readonly id: string; readonly label: string }[];
}

/** A simulated platform, running in this process. A person's mistakes throw an error named `ControlError`. */
export interface Simulation {
  /** Root addresses, as the platform's adapter names them. Who knows them can act as the bot. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Opens a chat unless it is open already, and returns what leads there: a name's own chat, or the chat of that target. */
  openChat(chat: { name: string } | { target: string }): string;
  /** Oldest first; none where there is no such chat. */
  messages(target: string): SimulatedMessage[];
  /** Resolves when the press was taken in, or was not in time. */
  press(target: string, messageId: string, buttonId: string): Promise<void>;
  write(target: string, text: string, replyTo: string | null): void;
  /** Keeps the chats for the next start, and stops. */
  close(): Promise<void>;
}

/** What a package says of the platform that it simulates: enough to know its channels without loading it. */
export interface DeclaredSimulation {
  readonly platform: string;
  /** Those of the simulated bot, the same at every start. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Loads the package and starts it; chats are kept in `file`. */
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

/** Finds the simulation among the gateway's own dependencies, by the field `gatewaySandbox` of their package.json; null: none is installed. */
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
