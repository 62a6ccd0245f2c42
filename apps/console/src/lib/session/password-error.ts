import { weakPasswords } from '@gateway/contract/values';
import { sentence } from '../forms/form-errors.js';
import { t } from '../language/page-texts/texts.js';

/** The message about a new password that was refused, in the language of the console. */
export function passwordError(message: string): string {
  const reasons = Object.keys(weakPasswords) as (keyof typeof weakPasswords)[];
  const reason = reasons.find((each) => message.includes(weakPasswords[each]));
  return reason ? t.weakPassword[reason] : sentence(message);
}
