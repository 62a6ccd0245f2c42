/**
 * Text that people and foreign servers wrote, as both engines can keep it. PostgreSQL refuses U+0000, and half of a
 * surrogate pair within JSON: one such letter in a receiver's reply would keep its delivery from ever being recorded.
 */
export function storable<Text extends string | null>(text: Text): Text {
  return text === null ? text : (text.replaceAll(/[\0\p{Surrogate}]/gu, '\u{FFFD}') as Text);
}
