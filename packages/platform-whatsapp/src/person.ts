import { PlatformError } from '@gateway/platform-kit';

/** A phone number with country code, or the business-scoped id of a person who hides it. */
export const TARGET_PATTERN = '^(?:\\+?[0-9]{6,15}|[A-Z]{2}\\.(?:ENT\\.)?[A-Za-z0-9]{1,128})$';

/** Converts a channel's target for the API: digits only, or the business-scoped id. Throws `invalid` when it is neither. */
export function parseTarget(target: string): string {
  const trimmed = target.trim();
  if (!new RegExp(TARGET_PATTERN).test(trimmed)) {
    throw new PlatformError('invalid', 'This is not a WhatsApp number.', {
      hint: 'Set the target to the number with its country code and nothing between the digits, such as 4915112345678.',
    });
  }
  return trimmed.replace('+', '');
}

/** All targets under which an operator may have registered a person, from the ids in the webhook. */
export function targetsOf(ids: readonly (string | undefined)[]): string[] {
  const names = ids.filter((id) => id !== undefined && id !== '') as string[];
  return [
    ...new Set(names.flatMap((name) => (/^\d+$/.test(name) ? numbersOf(name).flatMap((n) => [n, `+${n}`]) : [name]))),
  ];
}

/**
 * In three countries WhatsApp adds or removes a digit of mobile numbers, so the sender's number may differ from the target: Mexico
 * (521…), Argentina (549…), Brazil (a 9 after the area code).
 */
function numbersOf(number: string): string[] {
  const others = [
    number.replace(/^521(?=\d{10}$)/, '52'),
    number.replace(/^52(?=\d{10}$)/, '521'),
    number.replace(/^549(?=\d{10}$)/, '54'),
    number.replace(/^54(?=\d{10}$)/, '549'),
    number.replace(/^(55\d\d)9(?=\d{8}$)/, '$1'),
    number.replace(/^(55\d\d)(?=\d{8}$)/, '$19'),
  ];
  return [number, ...others];
}
