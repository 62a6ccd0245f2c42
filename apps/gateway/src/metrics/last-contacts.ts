/** When platforms were last heard, for the metrics. Bounded by the platforms, and by the accounts whose streams this instance holds. */
export class LastContacts {
  /** By platform, in milliseconds. */
  readonly events = new Map<string, number>();
  /** By the name of the account. */
  readonly #streams = new Map<string, { readonly platform: string; readonly at: number }>();

  stream(account: string, platform: string, at: number | null): void {
    if (at === null) this.#streams.delete(account);
    else this.#streams.set(account, { platform, at });
  }

  /** Of each platform, the account that has been silent for the longest time. */
  streams(): Map<string, number> {
    const oldest = new Map<string, number>();
    for (const { platform, at } of this.#streams.values()) {
      oldest.set(platform, Math.min(at, oldest.get(platform) ?? Infinity));
    }
    return oldest;
  }
}
