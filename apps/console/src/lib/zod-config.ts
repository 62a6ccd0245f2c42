import { z } from 'zod';

/*
 * Imported first, and built into one chunk with zod (vite.config.ts): schemas read the configuration when they are created.
 * `jitless`: the content security policy forbids `eval`, which zod would try otherwise.
 * `customError`: the messages of all forms. A message that a schema sets itself goes before.
 */
z.config({ jitless: true, customError: messageOf });

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** A sentence for the person who fills in the form. Undefined: the default of zod. */
function messageOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return isEmpty(issue.input) ? 'Enter a value.' : undefined;
    case 'too_small':
      if (isEmpty(issue.input)) return 'Enter a value.';
      return sizeMessage(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return sizeMessage(issue.origin, 'at most', issue.maximum);
    case 'invalid_format':
      return formats[issue.format];
    case 'invalid_value':
      return 'Choose one of the values.';
    default:
      return undefined;
  }
}

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === '';

const formats: Readonly<Record<string, string | undefined>> = {
  email: 'Enter an e-mail address, such as ada@example.com.',
  url: 'Enter a URL, such as https://agent.example.com/events.',
};

function sizeMessage(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `Enter ${bound} ${size} ${Number(size) === 1 ? 'character' : 'characters'}.`;
  if (origin === 'array' || origin === 'set') return `Choose ${bound} ${size}.`;
  return `Enter a number of ${bound} ${size}.`;
}
