import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../src/settings/config.js';
import { settings } from '../src/settings/settings.js';
import { refusal } from './harness/refused-settings.js';

const key = randomBytes(32).toString('base64');

describe('a secret in a file', () => {
  function fileWith(content: string): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'gateway-secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  }
  const values: Record<string, string> = {
    GATEWAY_API_KEY: 'the first key of the gateway',
    DATABASE_URL: 'postgresql://gateway:secret-in-vain@db.internal/gateway',
    ENCRYPTION_KEY: key,
    ENCRYPTION_KEY_PREVIOUS: `${key},${key}`,
    CALLBACK_SIGNING_SECRET: 'a signing secret',
    CALLBACK_SIGNING_SECRET_PREVIOUS: 'of yesterday, of the day before',
    METRICS_TOKEN: 'a'.repeat(16),
    OIDC_CLIENT_SECRET: 'a secret of the provider',
    HTTPS_PROXY: 'http://user:secret-in-vain@proxy.example:3128',
    HTTP_PROXY: 'http://proxy.example:3128',
  };
  // Some secrets are read only with these settings.
  const others = {
    USE_AUTH: 'true',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'gateway',
    OIDC_DEFAULT_ROLE: 'viewer',
  };
  const secrets = Object.entries(settings).flatMap(([name, setting]) =>
    'secret' in setting && setting.secret ? [name] : [],
  );

  it('is read for every secret setting as if the setting had its content', () => {
    expect(secrets.toSorted()).toEqual(Object.keys(values).toSorted());
    const files = Object.fromEntries(secrets.map((name) => [`${name}_FILE`, fileWith(values[name] ?? '')]));
    expect(parseConfig({ ...others, ...files })).toEqual(parseConfig({ ...others, ...values }));
  });

  it.each(['\n', '\r\n', '\n\n'])('is read without the line breaks at its end: %j', (end) => {
    const file = fileWith(`${values.CALLBACK_SIGNING_SECRET}${end}`);
    expect(parseConfig({ CALLBACK_SIGNING_SECRET_FILE: file }).signingSecret).toBe(values.CALLBACK_SIGNING_SECRET);
  });

  it('is not read when the name of the file is empty', () => {
    expect(parseConfig({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_FILE: '' })).toEqual(parseConfig({ ENCRYPTION_KEY: key }));
  });

  it.each(secrets)('is refused when %s is set, too', (name) => {
    const value = values[name] ?? '';
    expect(refusal({ ...others, [name]: value, [`${name}_FILE`]: fileWith(value) })).toBe(
      `${name} and ${name}_FILE are both set: unset one of them.`,
    );
  });

  it('is refused when the proxy is set in lower case, too', () => {
    const message = refusal({ https_proxy: 'http://proxy.example:3128', HTTPS_PROXY_FILE: fileWith('http://x:1') });
    expect(message).toBe('HTTPS_PROXY and HTTPS_PROXY_FILE are both set: unset one of them.');
  });

  it.each([
    ['is missing', '/no/such/file', 'which cannot be read (ENOENT)'],
    ['is a folder', tmpdir(), 'which cannot be read (EISDIR)'],
  ])('stops the start with the setting and the file when it %s', (_, file, problem) => {
    expect(refusal({ ENCRYPTION_KEY_FILE: file })).toBe(
      `ENCRYPTION_KEY_FILE is ${JSON.stringify(file)}, ${problem}: it must be a file with the value of ENCRYPTION_KEY that this user may read.`,
    );
  });

  it('stops the start with the setting and the file when it is empty', () => {
    expect(refusal({ DATABASE_URL_FILE: fileWith('\n') })).toMatch(
      /^DATABASE_URL_FILE is ".*", which is empty: it must be /,
    );
  });

  it('stops the start without its content when the content is not valid', () => {
    const message = refusal({ ENCRYPTION_KEY_FILE: fileWith('secret-in-vain') });
    expect(message).toBe(`ENCRYPTION_KEY_FILE is not valid: it must be ${settings.ENCRYPTION_KEY.allowed}.`);
  });
});
