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

/** A simulated platform that runs in this process. An impossible action of the person throws an error named `ControlError`. */
export interface Simulation {
  /** Endpoints by the names in the adapter's manifest. They are secret: with them, a client can act as the bot. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Opens a chat, by a name for a new one or by its target, unless it is open already. Returns its target. */
  openChat(chat: { name: string } | { target: string }): string;
  /** Oldest first. Empty: the chat does not exist. */
  messages(target: string): SimulatedMessage[];
  /** Resolves when the gateway has handled the press, or after a timeout. */
  press(target: string, messageId: string, buttonId: string): Promise<void>;
  write(target: string, text: string, replyTo: string | null): void;
  /** Saves the chats for the next start, and stops. */
  close(): Promise<void>;
}

/** A package's declaration of its simulated platform. It is sufficient to recognize the platform's channels without loading the package. */
export interface DeclaredSimulation {
  readonly platform: string;
  /** The credentials of the simulated bot. They never change. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Loads the package and starts the simulation. Chats are saved in `file`. */
  start(file: string): Promise<Simulation>;
}

interface Declaration {
  readonly platform: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** The subpath export that has `startSandbox`. */
  readonly export: string;
}

interface SimulationModule {
  readonly startSandbox: (options: {
    readonly credentials: Readonly<Record<string, string>>;
    readonly file: string;
  }) => Promise<Simulation>;
}

/** Finds the simulation among the gateway's dependencies, by the field `gatewaySandbox` in package.json; null: none is installed. */
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
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = folders.map((folder) => path.join(folder, name, 'package.json')).find((each) => existsSync(each));
  if (file === undefined) return undefined;
  return (readJson(file) as { gatewaySandbox?: Declaration }).gatewaySandbox;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
