/**
 * The key of one message of several that a post consists of: `partKey(question.idempotencyKey, 1)` for the second text. At most 25
 * ASCII characters for up to 100 messages, so it fits into every platform's field. Undefined without a key.
 */
export function partKey(key: string | undefined, part: number): string | undefined {
  return key === undefined || part === 0 ? key : `${key}.${part}`;
}
