/** `ID:#12 yes`, `id:12 yes`, `ID #12 yes`, `Id-12 yes`, also behind a mention of the bot. Linear: no two repeats overlap. */
const pattern = /^\s*(?:@\S+\s+)?id(?::#|:| #|-)(\d+)(?!\d)([\s\S]*)$/i;

export interface TextReply {
  /** Zero when no prompt can have that number. */
  readonly num: number;
  /** What follows, trimmed; empty when nothing does. */
  readonly text: string;
}

/** Reads a text that names a prompt; null when it names none. */
export function parseTextReply(text: string): TextReply | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const digits = (match[1] ?? '').replace(/^0+/, '');
  return { num: digits.length === 0 || digits.length > 9 ? 0 : Number(digits), text: (match[2] ?? '').trim() };
}
