/** `ID:#12 yes`, `id:12 yes`, `ID #12 yes`, `Id-12 yes`, also after a mention of the bot. Linear: no two repetitions overlap. */
const pattern = /^\s*(?:@\S+\s+)?id(?::#|:| #|-)(\d+)(?!\d)([\s\S]*)$/i;

export interface TextReply {
  /** 0: no prompt can have this number. */
  readonly num: number;
  /** The text after the number, trimmed. */
  readonly text: string;
}

/** Parses a text that names a prompt; null: it names none. */
export function parseTextReply(text: string): TextReply | null {
  const match = pattern.exec(text);
  if (!match) return null;
  return { num: numberOf(match[1] ?? ''), text: (match[2] ?? '').trim() };
}

/** `ID: #12 yes`, `ID 12 yes`, `ID#12 yes`, `id12`: forms that name a prompt but are not accepted. */
const nearPattern = /^\s*(?:@\S+\s+)?id[^\p{L}\p{N}]{0,6}(\p{Nd}+)/iu;
/** The length of text that is searched: a bot's name and a number are shorter. */
const NEAR_LENGTH = 200;

/**
 * Parses a text that names a prompt in a form that is not accepted, full-width characters included; null: it names none. The number
 * is 0 when it is unknown. Use it only for texts that `parseTextReply` does not accept.
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

/** 0: no prompt can have this number. */
function numberOf(digits: string): number {
  const shortened = digits.replace(/^0+/, '');
  return /^\d{1,9}$/.test(shortened) ? Number(shortened) : 0;
}
