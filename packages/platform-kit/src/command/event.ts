import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InboundEvent } from '../events.js';
import { explain, isPlatformError } from '../errors.js';
import { openTestConnection } from '../testing/test-connection.js';
import { CommandError, importFile, loadPlatform, readPackageJson } from './package.js';

/** A recorded event. `request`: a request on the webhook address. `received`: an event as `eventOf` of `inbound.js` takes it. */
interface Recorded {
  readonly request?: {
    readonly method?: 'GET' | 'POST';
    readonly url?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** A text is used byte for byte, as signatures need it. An object is written as JSON. */
    readonly body?: unknown;
  };
  readonly received?: unknown;
  /** Those with which the signature was made. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** When the request arrived, as an ISO time. Default: now. */
  readonly at?: string;
}

/** What an adapter makes of one event. */
interface Outcome {
  readonly reply?: { readonly status: number; readonly body?: string | object };
  readonly events: readonly (InboundEvent | null)[];
  readonly log: readonly string[];
  readonly error?: string;
}

/** Gives one recorded event to the compiled adapter in `folder`, without a gateway. Makes requests only if the adapter does. */
export async function runEvent(folder: string, file: string): Promise<Outcome> {
  const recorded = await read(path.resolve(folder, file));
  const packageJson = await readPackageJson(folder);
  const platform = await loadPlatform(folder, packageJson);
  if (recorded.received !== undefined) return await parsed(folder, recorded.received);
  const { request, credentials = {}, at } = recorded;
  if (request === undefined) throw new CommandError('The file needs "request" or "received".');
  const now = at === undefined ? Date.now() : Date.parse(at);
  const host = await openTestConnection(platform, { credentials, now: () => now }).catch((error: Error) => {
    throw new CommandError(`The connection cannot be opened with the credentials in the file: ${error.message}`);
  });
  const url = new URL(request.url ?? '/', 'https://gateway.example/');
  const { body = '' } = request;
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  try {
    if (!host.connection.webhook) throw new CommandError('This adapter has no webhook: record "received" instead.');
    const reply = await host.connection.webhook({
      method: request.method ?? 'POST',
      url: url.href,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(headers),
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    });
    return { reply, events: host.events, log: host.log };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return { events: host.events, log: host.log, error: described(error) };
  } finally {
    await host.stop();
  }
}

async function parsed(folder: string, received: unknown): Promise<Outcome> {
  const file = path.join(folder, 'dist', 'inbound.js');
  const { eventOf } = (await importFile(file)) as { eventOf?: (received: unknown) => InboundEvent | null };
  if (!eventOf) throw new CommandError('dist/inbound.js must export the function eventOf(received).');
  try {
    return { events: [eventOf(received)], log: [] };
  } catch (error) {
    return { events: [], log: [], error: described(error) };
  }
}

async function read(file: string): Promise<Recorded> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Recorded;
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** The author of the adapter runs this with credentials of a test bot, so the stack is shown. */
function described(error: unknown): string {
  if (isPlatformError(error)) return `PlatformError("${error.code}"): ${explain(error)}`;
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}
