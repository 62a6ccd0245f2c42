/** The question marks of all scripts, also as emoji. `U+037E` is the Greek one, which looks like a semicolon. */
const marks =
  /[?¿‽⁇⁈⁉\u037e\u055e\u061f\u1367\u1945\u2753\u2754\u2cfa\u2cfb\u2e2e\u2e54\ua60f\ua6f7\ufe16\ufe56\uff1f\u{11143}\u{1e95f}]/u;

/** Whether a text asks something: then it names no choice, unless the choice has a question mark, too. */
export const asks = (text: string): boolean => marks.test(text);
