import { parseJson } from '@gateway/platform-kit';
import { z } from 'zod';

/** Where the gateway gets the token of its own identity provider. */
export type SubjectSource =
  | { readonly file: string; readonly field: string | null }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly field: string | null };

/** The used fields of a credential configuration of workload identity federation. */
export interface ExternalAccount {
  /** The service account whose tokens are issued. */
  readonly clientEmail: string;
  /** The provider of the workload identity pool. */
  readonly audience: string;
  readonly subjectTokenType: string;
  readonly source: SubjectSource;
}

const format = z
  .object({ type: z.enum(['text', 'json']).default('text'), subject_token_field_name: z.string().min(1).optional() })
  .default({ type: 'text' });

const configuration = z.object({
  audience: z.string().startsWith('//iam.googleapis.com/'),
  subject_token_type: z.string().min(1),
  service_account_impersonation_url: z.string().regex(/\/serviceAccounts\/[^/:]+@[\w.-]+:generateAccessToken$/),
  credential_source: z.union([
    z.object({ file: z.string().min(1), format }),
    z.object({
      url: z.url({ protocol: /^https?$/ }),
      headers: z.record(z.string(), z.string()).default({}),
      format,
    }),
  ]),
});

/** Whether a credential is a configuration of workload identity federation, right or wrong. */
export function isExternalAccount(text: string): boolean {
  return z.object({ type: z.literal('external_account') }).safeParse(parseJson(text)).success;
}

/**
 * Parses a credential configuration. Returns a sentence about the problem when it cannot be used; the sentence contains no part of it.
 * The addresses of Google in it are not used. Source: https://google.aip.dev/auth/4117
 */
export function readExternalAccount(text: string): ExternalAccount | string {
  const parsed = configuration.safeParse(parseJson(text));
  if (!parsed.success) {
    const wrong = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].join(' and ');
    return (
      `must be a credential configuration with the impersonation of a service account and a file or a URL as source, but its ${wrong} ` +
      'is missing or of another kind'
    );
  }
  const { audience, subject_token_type: subjectTokenType, credential_source: source } = parsed.data;
  const { type, subject_token_field_name: name } = source.format;
  if (type === 'json' && name === undefined) return 'must name the field of the token (subject_token_field_name)';
  const field = type === 'json' ? (name ?? null) : null;
  const [, clientEmail = ''] = /serviceAccounts\/([^/:]+):/.exec(parsed.data.service_account_impersonation_url) ?? [];
  return {
    clientEmail,
    audience,
    subjectTokenType,
    source: 'file' in source ? { file: source.file, field } : { url: source.url, headers: source.headers, field },
  };
}
