import { parseJson } from '@gateway/platform-kit';
import { z } from 'zod';

/** The fields of a service account's key file that are used. */
export interface KeyFile {
  readonly clientEmail: string;
  /** PEM. */
  readonly privateKey: string;
  readonly privateKeyId: string | null;
  /** The file's own address for tokens; null when it has none. */
  readonly tokenUri: string | null;
}

const keyFile = z.object({
  client_email: z.string().trim().min(1),
  private_key: z.string().trim().min(1),
  private_key_id: z.string().optional().catch(undefined),
  token_uri: z.string().optional().catch(undefined),
});

/** Parses a key file. Returns a sentence about the problem when it is not one; the sentence contains no part of the file. */
export function readKeyFile(text: string): KeyFile | string {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be the whole JSON key file of a service account, from its first { to its last }';
  }
  const parsed = keyFile.safeParse(value);
  if (!parsed.success) {
    const missing = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].join(' and ');
    return `must be the key file of a service account, but it lacks ${missing}: create a key of type JSON in the Google Cloud console`;
  }
  const { client_email, private_key, private_key_id, token_uri } = parsed.data;
  return {
    clientEmail: client_email,
    // After pasting through a shell or an environment file, line ends are often the two characters \n.
    privateKey: private_key.replaceAll('\\n', '\n').trim(),
    privateKeyId: private_key_id ?? null,
    tokenUri: token_uri ?? null,
  };
}
