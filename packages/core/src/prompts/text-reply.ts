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
  return { num: numberOf(match[1] ?? ''), text: (match[2] ?? '').trim() };
}

/** `ID: #12 yes`, `ID 12 yes`, `ID#12 yes`, `id12`: a prompt is named in a form that does not count. */
const nearPattern = /^\s*(?:@\S+\s+)?id[^\p{L}\p{N}]{0,6}(\p{Nd}+)/iu;
/** A name of a bot and a number are shorter. */
const NEAR_LENGTH = 200;

/**
 * Reads a text that names a prompt in a form that does not count, full-width characters included; the number is zero when it cannot
 * be told. Null: the text names none. For one that `parseTextReply` does not read.
 */
export function parseNearMiss(text: string): TextReply | null {
  const match = nearPattern.exec(text.slice(0, NEAR_LENGTH).normalize('NFKC'));
  if (!match) return null;
  // Normalizing changes lengths: what follows the number begins where the text before it normalizes to the match.
  let end = 0;
  while (text.slice(0, end).normalize('NFKC').length < match[0].length) end += 1;
  return {
    num: numberOf(match[1] ?? ''),
    text: text
      .slice(end)
      .replace(/^[\s:：]+/, '')
      .trimEnd(),
  };
}

/** Zero when no prompt can have that number. */
function numberOf(digits: string): number {
  const shortened = digits.replace(/^0+/, '');
  return /^\d{1,9}$/.test(shortened) ? Number(shortened) : 0;
}
