import type { Credentials, Platform } from '@gateway/platform-kit';
import { Refusal } from '../base/refusal.js';

/** Parses credentials with the platform's schema. Refuses unknown and missing names, without quoting values. */
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
  const { issues } = result.error;
  const nameOf = ({ path }: { readonly path: readonly PropertyKey[] }) => String(path[0] ?? '');
  // A check of several fields together has its own sentence, also about a field that is missing.
  const missing = [...new Set(issues.filter(({ code }) => code !== 'custom').map(nameOf))].filter(
    (name) => given[name] === undefined,
  );
  const wrong = issues.filter((issue) => !missing.includes(nameOf(issue)));
  throw new Refusal(
    'invalid',
    [
      ...(missing.length > 0
        ? [`${platform.name} needs the ${missing.length === 1 ? 'credential' : 'credentials'} ${missing.join(', ')}.`]
        : []),
      ...wrong.map((issue) => `The credential ${nameOf(issue)} is not valid: ${sentence(issue.message)}`),
    ].join(' '),
    `credentials.${missing[0] ?? (wrong[0] ? nameOf(wrong[0]) : '')}`,
  );
}

/** With one full stop at the end. */
function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
