import { withoutUser } from '@gateway/contract';
import type { SignedRequest } from '@gateway/core';

/** A request as a command for a POSIX shell, without user and password of the URL. */
export function curlCommand({ url, headers, body }: SignedRequest): string {
  const lines = [
    `curl --request POST ${quoted(withoutUser(url))}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ];
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
