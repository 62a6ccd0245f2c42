import type { core } from 'zod';
import { t as texts } from '../../language/page-texts/texts.js';

const t = texts.values;

type Config = core.$ZodConfig;

/*
 * A schema reads the configuration when it is made. So zod takes it from this global, which is set before the first schema. The tests in
 * a browser fail if zod stops reading the global.
 * `jitless`: the content security policy forbids `eval`, which zod would try otherwise.
 * `customError`: the messages of all forms. A message that a schema sets itself goes before.
 */
const settings = globalThis as { __zod_globalConfig?: Config };
Object.assign((settings.__zod_globalConfig ??= {}), { jitless: true, customError: messageOf } satisfies Config);

type Issue = Parameters<core.$ZodErrorMap>[0];

/** A sentence for the person who fills in the form. Undefined: the default of zod. */
function messageOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return isEmpty(issue.input) ? t.enterValue : undefined;
    case 'too_small':
      if (isEmpty(issue.input)) return t.enterValue;
      return sizes(issue.origin, t.tooShort, t.tooFew, t.tooSmall)(String(issue.minimum));
    case 'too_big':
      return sizes(issue.origin, t.tooLong, t.tooMany, t.tooLarge)(String(issue.maximum));
    case 'invalid_format':
      return formats[issue.format];
    case 'invalid_value':
      return t.chooseValue;
    default:
      return undefined;
  }
}

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === '';

const formats: Readonly<Record<string, string | undefined>> = { email: t.enterEmail, url: t.enterUrl };

/** The message for the kind of value: a text, a list or a number. */
function sizes<Message>(origin: string, ofText: Message, ofList: Message, ofNumber: Message): Message {
  if (origin === 'string') return ofText;
  return origin === 'array' || origin === 'set' ? ofList : ofNumber;
}
