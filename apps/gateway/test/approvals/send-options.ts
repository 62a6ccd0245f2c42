export interface SendOptions {
  /** The text of the message, or of the first one. */
  readonly text?: string;
  /** A native reply to the newest message of the gateway, or in its thread; false unless given. */
  readonly reply?: boolean;
}

/** The options of a simulator: the text, and the id of the newest of these messages under the platform's name of a reply. */
export function sending<Name extends string, Id>(
  { text, reply }: SendOptions,
  name: Name,
  ids: readonly Id[],
): { text?: string } & { [Key in Name]?: Id } {
  const id = reply === true ? ids.at(-1) : undefined;
  return { ...(text !== undefined && { text }), ...(id !== undefined && { [name]: id }) } as never;
}
