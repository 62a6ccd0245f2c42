import { readFileSync } from 'node:fs';

/** What an environment says about a secret setting. */
export interface SecretText {
  /** Empty: the setting is unset. */
  readonly text: string;
  /** Where the text is from, for messages: the name of the variable. */
  readonly source: string;
}

/**
 * Reads a secret setting from its variable, or from the file that `<NAME>_FILE` names, as container platforms mount secrets. Line breaks at
 * the end of the file do not count. Returns a sentence if both are set, or the file is missing, unreadable or empty. No sentence contains
 * the content of the file.
 */
export function secretText(env: Readonly<Record<string, string | undefined>>, name: string): SecretText | string {
  const file = env[`${name}_FILE`];
  const text = env[name] ?? '';
  if (file === undefined || file === '') return { text, source: name };
  if (text !== '') return `${name} and ${name}_FILE are both set: unset one of them.`;
  const problem = (reason: string) =>
    `${name}_FILE is ${JSON.stringify(file)}, ${reason}: it must be a file with the value of ${name} that this user may read.`;
  try {
    const content = readFileSync(file, 'utf8').replace(/(?<![\r\n])[\r\n]+$/, '');
    return content === '' ? problem('which is empty') : { text: content, source: `${name}_FILE` };
  } catch (error) {
    return problem(`which cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
