/** The URL of a gateway with this listening address, for callers on the same machine. */
export function localUrl(host: string, port: number): string {
  const name =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host.replace(/[[\]]/g, '')}]` : host;
  return `http://${name}:${port}`;
}
