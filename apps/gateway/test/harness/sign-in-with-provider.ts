import type { TestGateway } from './gateway.js';

/** A browser with the cookies of the gateway and of a provider, by host and port. */
export interface CookieBrowser {
  /** Opens an address and follows redirects, until `until` says to stop. */
  open(url: string, until?: (url: URL) => boolean): Promise<{ url: URL; response: Response; text: string }>;
  /** The gateway's session token; null: not signed in. */
  token(gateway: Pick<TestGateway, 'url'>): string | null;
  /** All Set-Cookie headers so far. */
  readonly setCookies: readonly string[];
}

export function openCookieBrowser(): CookieBrowser {
  const jars = new Map<string, Map<string, string>>();
  const setCookies: string[] = [];
  const jarOf = ({ host }: URL) => jars.get(host) ?? jars.set(host, new Map()).get(host)!;
  return {
    setCookies,
    token: ({ url }) => jarOf(new URL(url)).get('gateway_session') ?? null,
    async open(address, until = () => false) {
      let url = new URL(address);
      for (let hops = 0; hops < 15; hops += 1) {
        const jar = jarOf(url);
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
        for (const header of response.headers.getSetCookie()) {
          setCookies.push(header);
          const [pair = ''] = header.split(';');
          const at = pair.indexOf('=');
          const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
        const location = response.headers.get('location');
        const next = location === null ? null : new URL(location, url);
        if (!next) return { url, response, text: await response.text() };
        await response.body?.cancel();
        if (until(next)) return { url: next, response, text: '' };
        url = next;
      }
      throw new Error('Too many redirects.');
    },
  };
}
