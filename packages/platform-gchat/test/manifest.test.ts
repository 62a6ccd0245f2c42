import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import gchat from '../src/index.js';

const file = (fields: object = {}) =>
  JSON.stringify({ client_email: 'a@b.example', private_key: '-----BEGIN\nx\n', ...fields });
const complaint = (service_account_json: string) => {
  const { error } = gchat.credentials.safeParse({ service_account_json });
  return error?.issues.map(({ message }) => message).join(' ');
};

describe('Google Chat manifest', () => {
  it('matches the fields in package.json', async () => {
    const described = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(described).toMatchObject({
      keywords: expect.arrayContaining(['gateway-platform']),
      gatewayPlatform: { apiVersion: gchat.apiVersion, id: gchat.id, name: gchat.name },
    });
  });

  it('does not import the connection before connect', async () => {
    const source = await readFile(new URL('../src/index.ts', import.meta.url), 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1]);
    expect(imports).not.toContain('jose');
    expect(imports).not.toContain('./connection.js');
  });

  it('accepts a key file with surrounding spaces', () => {
    expect(gchat.credentials.parse({ service_account_json: ` ${file()}\n` })).toEqual({ service_account_json: file() });
  });

  it.each([
    ['', 'whole JSON key file'],
    ['key.json', 'whole JSON key file'],
    ['[]', 'whole JSON key file'],
    ['null', 'whole JSON key file'],
    ['{}', 'lacks client_email and private_key'],
    [file({ private_key: '' }), 'lacks private_key'],
    [file({ client_email: 7 }), 'lacks client_email'],
  ])('explains what is wrong with %j as a key file', (text, expected) => {
    expect(complaint(text)).toContain(expected);
  });

  it('does not quote a rejected key file', () => {
    expect(complaint('{"private_key":"hunter2"}')).not.toContain('hunter2');
    expect(complaint('{"private_key":"hunter2"')).not.toContain('hunter2');
  });

  it('rejects a project id as project number', () => {
    expect(
      gchat.credentials.safeParse({ service_account_json: file(), google_chat_project_number: 'my-project' }).success,
    ).toBe(false);
  });

  it('has one secret and required field, the key file', () => {
    const { properties = {}, required } = z.toJSONSchema(gchat.credentials, { io: 'input' });
    expect(required).toEqual(['service_account_json']);
    expect(Object.entries(properties).map(([name, field]) => [name, (field as { secret?: boolean }).secret])).toEqual([
      ['service_account_json', true],
      ['google_chat_project_number', false],
      ['workspace_addon_service_account', false],
      ['impersonate_user', false],
    ]);
  });

  it('derives the account key from the key and the verification fields, not from the formatting of the file', () => {
    const account = (text: string, more: object = {}) =>
      gchat.account(gchat.credentials.parse({ service_account_json: text, ...more }));
    expect(account(file())).toBe(account(JSON.stringify(JSON.parse(file()), null, 2)));
    expect(account(file())).toBe(account(file({ private_key: '-----BEGIN\\nx\\n' })));
    expect(account(file())).not.toBe(account(file({ private_key: 'another' })));
    expect(account(file())).not.toBe(account(file(), { google_chat_project_number: '1' }));
  });

  it.each(['spaces/AAAAMpdlehY', 'AAAAMpdlehY', 'spaces/AAQA_b-1/threads/UMx.b-1', 'users/123'])(
    'matches the target %s',
    (target) => {
      expect(target).toMatch(new RegExp(gchat.target.pattern!));
    },
  );

  it.each(['', 'spaces/', 'users/', 'spaces/A/messages/B', 'https://chat.google.com/room/AAAA', 'spaces/A?x'])(
    'does not match %j as a target',
    (target) => {
      expect(target).not.toMatch(new RegExp(gchat.target.pattern!));
    },
  );

  it('has a guide with a placeholder for the webhook address', async () => {
    const guide = await gchat.guide();
    expect(guide).toContain('{{webhook_url}}');
    expect(guide).toContain('Google Chat API');
  });
});
