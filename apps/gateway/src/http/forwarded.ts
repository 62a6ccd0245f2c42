import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback, isOfPrivateNetwork } from '../addresses.js';

/** Whether a request was made on this machine: neither from elsewhere, nor passed on by a proxy that says so. */
export function isMadeHere(peer: string | null, headers: IncomingHttpHeaders): boolean {
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return peer !== null && isLoopback(peer) && !isPassedOn;
}

/**
 * Whose guesses a request's are counted as: its peer's, or behind a proxy on this machine or a private network, those of whom the
 * proxy names last. Were all people behind a proxy one, a stranger's guesses would keep everybody from signing in. A program on
 * that network may lie here; what it gains are guesses at accounts, which are counted by account all the same.
 */
export function guesserOf(peer: string | null, headers: IncomingHttpHeaders): string | null {
  if (peer === null || !isOfPrivateNetwork(peer)) return peer;
  const named = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').at(-1)?.trim() ?? '';
  // Some proxies add the port.
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(named) ?? [];
  const address = bracketed ?? dotted ?? named;
  return isIP(address) === 0 ? peer : address;
}
