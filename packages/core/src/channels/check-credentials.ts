import type { Credentials, Platform } from '@gateway/platform-kit';
import { Refusal } from '../refusal.js';

/** The credentials as the platform's own schema reads them. Refuses unknown and missing names, never showing a value. */
export function checkCredentials(platform: Platform, given: Readonly<Record<string, string>>): Credentials {
  const names = Object.keys(platform.credentials.shape);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Refusal(
      'invalid',
      `${platform.name} has no credential ${JSON.stringify(unknown)}; it takes ${names.join(', ')}.`,
      `credentials.${unknown}`,
    );
  }
  const result = platform.credentials.safeParse({ ...given });
  if (result.success)
    return Object.fromEntries(
      Object.entries(result.data).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  const [issue] = result.error.issues;
  const name = String(issue?.path[0] ?? '');
  throw new Refusal(
    'invalid',
    given[name] === undefined
      ? `${platform.name} needs the credential ${name}.`
      : `The credential ${name} is not valid: ${issue?.message ?? 'see the guide'}.`,
    `credentials.${name}`,
  );
}
