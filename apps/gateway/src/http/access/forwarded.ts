import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { createNetworks, isLoopback, unmapped } from '../../network/addresses.js';

/** Whether a request was made on this machine, and not forwarded by a proxy that says so in its headers. */
export function isLocalRequest(address: string | null, headers: IncomingHttpHeaders): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return address !== null && isLoopback(address) && !isForwarded;
}

const CLIENT_ADDRESS = Symbol('client address');

interface WithAddress extends IncomingMessage {
  [CLIENT_ADDRESS]?: string | null;
}

/** What is known about the other end of a connection. */
interface Peer {
  readonly address: string | null;
  readonly isTrusted: boolean;
}

/**
 * Returns a function that finds the client address of a request, for `addressOf`. `X-Forwarded-For` and `X-Forwarded-Proto` are
 * trusted only from these proxies. This is the only place that decides it: `X-Forwarded-Proto` of other senders is deleted.
 */
export function findClients(proxies: readonly string[], log: Logger): (request: IncomingMessage) => void {
  const trusted = createNetworks(proxies);
  const peers = new WeakMap<Socket, Peer>();
  let warned = false;

  function peerOf(socket: Socket): Peer {
    const known = peers.get(socket);
    if (known) return known;
    const address = withoutPort(socket.remoteAddress);
    const peer = { address, isTrusted: trusted(address ?? '') };
    peers.set(socket, peer);
    return peer;
  }

  return (request: WithAddress) => {
    const { address, isTrusted } = peerOf(request.socket);
    const forwarded = request.headers['x-forwarded-for'];
    if (isTrusted) {
      request[CLIENT_ADDRESS] = forwarded === undefined ? address : (originOf(forwarded, trusted) ?? address);
      return;
    }
    request[CLIENT_ADDRESS] = address;
    delete request.headers['x-forwarded-proto'];
    if (warned || forwarded === undefined) return;
    warned = true;
    log.warn({ address }, 'X-Forwarded-For is ignored: the address that sent it is not in TRUSTED_PROXIES');
  };
}

/** The last address of `X-Forwarded-For` that is not a trusted proxy's, or the first address; null: that is not an IP address. */
function originOf(forwarded: string | string[], isTrusted: (address: string) => boolean): string | null {
  const addresses = String(forwarded)
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const origin = addresses.findLast((text) => !isTrusted(withoutPort(text) ?? '')) ?? addresses[0];
  return withoutPort(origin);
}

/** The client address of a request: the peer's, or the one that trusted proxies report. IPv4 addresses are never written as IPv6. */
export function addressOf(request: WithAddress): string | null {
  return request[CLIENT_ADDRESS] ?? null;
}

/** Removes the port that some proxies add; null: not an IP address. */
function withoutPort(text: string | undefined): string | null {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text ?? '') ?? [];
  const address = bracketed ?? dotted ?? text ?? '';
  return isIP(address) === 0 ? null : unmapped(address);
}
