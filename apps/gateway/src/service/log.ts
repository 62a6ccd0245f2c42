import pino, { type Logger } from 'pino';

export interface LogOptions {
  readonly level: string;
  readonly format: 'pretty' | 'json';
  /** Texts that must never appear in a line. */
  readonly secrets: readonly string[];
}

/** Creates the gateway's log, on standard output. */
export async function createLog({ level, format, secrets }: LogOptions): Promise<Logger> {
  const scrub = scrubber(secrets);
  const options = { level, base: null, hooks: { streamWrite: scrub } };
  if (format === 'json')
    return pino(
      { ...options, timestamp: pino.stdTimeFunctions.isoTime },
      pino.destination({ fd: 1, sync: false, minLength: 0 }),
    );
  const { default: pretty } = await import('pino-pretty');
  return pino(
    options,
    pretty({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true }),
  );
}

/** The secrets that have a form of their own, with what may be shown of them: API keys, signing secrets, bearer tokens. */
const secretForms: readonly (readonly [RegExp, string])[] = [
  [/\b(gw_[0-9A-Za-z]{8}_)[0-9A-Za-z]{38}/g, '$1[secret]'],
  [/\bwhsec_[\w+/-]{8,}={0,2}/g, 'whsec_[secret]'],
  [/\b(bearer(?:\s|%20|\+)+)[\w.~+/-]{8,}=*/gi, '$1[secret]'],
];

/** Hides secrets in a text by their form. */
export function withoutSecrets(text: string): string {
  return secretForms.reduce((rest, [form, shown]) => rest.replaceAll(form, shown), text);
}

/** Replaces known secrets, and those with a form of their own, in a line: the text of an error can quote its input. */
export function scrubber(secrets: readonly string[]): (line: string) => string {
  // JSON lines escape quotes and backslashes.
  const forms = secrets.flatMap((secret) => (secret.length < 8 ? [] : [secret, JSON.stringify(secret).slice(1, -1)]));
  return (line) =>
    forms.reduce(
      (text, secret) => (text.includes(secret) ? text.replaceAll(secret, '[secret]') : text),
      withoutSecrets(line),
    );
}
