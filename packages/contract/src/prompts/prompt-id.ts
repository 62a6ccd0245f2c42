/** Parses `#12` or `12`; null: not a prompt id. */
export function parsePromptId(id: string): number | null {
  const match = /^#?([1-9]\d{0,8})$/.exec(id);
  return match ? Number(match[1]) : null;
}

/** The path of a prompt's record. */
export function promptPath(num: number): string {
  return `/v1/prompts/${num}`;
}

/** Formats a prompt's number as its id. */
export function formatPromptId(num: number): string {
  return `#${num}`;
}
