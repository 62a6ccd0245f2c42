/** Where a gateway with this listening address is reached on its own machine. */
export function localUrl(host: string, port: number): string {
  const name =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host.replace(/[[\]]/g, '')}]` : host;
  return `http://${name}:${port}`;
}
