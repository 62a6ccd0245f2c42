import { isIP, type Socket } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';

/** Options of TLS that an adapter may set. The certificate is checked against the host unless `servername` names another one. */
export type TlsOptions = Pick<
  ConnectionOptions,
  'ALPNProtocols' | 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'servername'
>;

/** Where a socket goes. */
export interface SocketTarget {
  /** A name, or an IPv4 or IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** True or options: TLS begins at once. Default: no TLS. For STARTTLS, call `startTls` later. */
  readonly tls?: boolean | TlsOptions;
  /** Aborts the attempt. It does not end a socket that is open. */
  readonly signal?: AbortSignal;
}

/** Opens a socket. Rejects with a `PlatformError` after 10 s at most. The caller ends the socket. */
export type OpenSocket = (target: SocketTarget) => Promise<Socket>;

/** Begins TLS on an open socket. Resolves when the certificate is verified. Destroys the socket and rejects with the error of TLS otherwise. */
export async function startTls(socket: Socket, host: string, options: TlsOptions = {}): Promise<TLSSocket> {
  const { connect } = await import('node:tls');
  const name = host.replace(/^\[|\]$/g, '');
  return await new Promise((resolve, reject) => {
    // A server name must not be an address (RFC 6066); the certificate is then checked against `host`.
    const secured = connect({ servername: isIP(name) === 0 ? name : '', ...options, host: name, socket });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const close = () => fail(Object.assign(new Error('The socket was closed.'), { code: 'ECONNRESET' }));
    secured.on('error', fail).on('close', close);
    secured.once('secureConnect', () => {
      secured.off('error', fail).off('close', close);
      resolve(secured);
    });
  });
}
