import { Dispatcher, ProxyAgent } from 'undici';
import type { ProxyOf } from '../network/egress-proxy.js';

/** Sends each request directly or through the proxy of its address. */
export class ProxyDispatcher extends Dispatcher {
  readonly #direct: Dispatcher;
  readonly #proxyOf: ProxyOf;
  readonly #refuses: (url: URL) => Error | null;
  readonly #agents = new Map<string, ProxyAgent>();

  /** `refuses`: why an address may not be reached through a proxy; null: it may. `direct` applies its own rules. */
  constructor(direct: Dispatcher, proxyOf: ProxyOf, refuses: (url: URL) => Error | null) {
    super();
    this.#direct = direct;
    this.#proxyOf = proxyOf;
    this.#refuses = refuses;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const url = new URL(String(options.origin));
    const proxy = this.#proxyOf(url);
    if (proxy === null) return this.#direct.dispatch(options, handler);
    const refusal = this.#refuses(url);
    if (refusal) throw refusal;
    return this.#agentOf(proxy).dispatch(options, handler);
  }

  #agentOf(proxy: string): ProxyAgent {
    const known = this.#agents.get(proxy);
    if (known) return known;
    const agent = new ProxyAgent({ uri: proxy, proxyTls: { timeout: 10_000 }, requestTls: { timeout: 10_000 } });
    this.#agents.set(proxy, agent);
    return agent;
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#direct, ...this.#agents.values()].map((agent) => agent.destroy()));
  }
}
