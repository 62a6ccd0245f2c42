/**
 * Text from people and foreign servers in a form that both engines can store. PostgreSQL rejects U+0000, and an unpaired
 * surrogate in JSON: one such character in a receiver's response would prevent recording its delivery.
 */
export function storable<Text extends string | null>(text: Text): Text {
  return text === null ? text : (text.replaceAll(/[\0\p{Surrogate}]/gu, '\u{FFFD}') as Text);
}

/** JSON text of a value for a Json column, in which its texts are storable. */
export function storableJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}
