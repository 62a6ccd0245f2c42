import { describe, expect, it } from 'vitest';
import { parsePasted } from '../src/features/channels/wizard/parse-pasted.js';

const botFather = [
  { name: 'bot_token', label: 'Bot token', placeholder: '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw' },
];
const workspace = [
  { name: 'bot_token', label: 'Bot token', placeholder: 'xoxb-…' },
  { name: 'signing_secret', label: 'Signing secret', placeholder: '8f742231b10e…' },
  { name: 'app_token', label: 'App-level token', placeholder: 'xapp-1-…' },
];
const directory = [
  { name: 'app_id', label: 'App ID', placeholder: '11111111-2222-3333-4444-555555555555' },
  { name: 'app_password', label: 'Client secret', placeholder: null },
  { name: 'app_tenant_id', label: 'Tenant ID', placeholder: '11111111-2222-3333-4444-555555555555' },
];
const keyFile = [
  { name: 'service_account_json', label: 'Service account key', placeholder: '{ "type": "…", "private_key": "…" }' },
  { name: 'project_number', label: 'Project number', placeholder: '123456789012' },
];

describe('parsePasted', () => {
  it('finds the token in a welcome message', () => {
    const text = `Done! Congratulations on your new bot. You will find it at t.me/ask_bot.

Use this token to access the HTTP API:
7123456789:AAF0_x-y1kZqU5r0W3mJmJpTtQqBvN7cXYs
Keep your token secure and store it safely, it can be used by anyone to control your bot.

For a description of the Bot API, see this page: https://core.telegram.org/bots/api`;
    expect(parsePasted(text, botFather)).toEqual({ bot_token: '7123456789:AAF0_x-y1kZqU5r0W3mJmJpTtQqBvN7cXYs' });
  });

  it('finds every field in an environment file', () => {
    const text = `export SLACK_BOT_TOKEN="xoxb-1-2-abcdefgh"
SLACK_SIGNING_SECRET='0123456789abcdef0123456789abcdef'
SLACK_APP_TOKEN=xapp-1-A1-2-abc # not needed here`;
    expect(parsePasted(text, workspace)).toEqual({
      bot_token: 'xoxb-1-2-abcdefgh',
      signing_secret: '0123456789abcdef0123456789abcdef',
      app_token: 'xapp-1-A1-2-abc',
    });
  });

  it('finds fields in names and values copied from a page, with the value below the name', () => {
    const text = `App ID
A0123456
Client ID
123.456
Signing Secret
0123456789abcdef0123456789abcdef
Bot User OAuth Token: xoxb-1-2-abcdefgh`;
    expect(parsePasted(text, workspace)).toEqual({
      bot_token: 'xoxb-1-2-abcdefgh',
      signing_secret: '0123456789abcdef0123456789abcdef',
    });
  });

  it('finds fields in JSON with any key style', () => {
    const text = JSON.stringify({ appId: 'aaaa', 'Tenant ID': 'bbbb', displayName: 'Gateway', client_secret: 'c~c' });
    expect(parsePasted(text, directory)).toEqual({ app_id: 'aaaa', app_tenant_id: 'bbbb', app_password: 'c~c' });
  });

  it('assigns a JSON document to the field whose example is one', () => {
    const text = '{ "type": "service_account", "private_key": "-----BEGIN", "project_number": "1" }';
    expect(parsePasted(text, keyFile)).toEqual({ service_account_json: text });
  });

  it('assigns a token by its prefix', () => {
    expect(parsePasted('xapp-1-A1-2-abcdef', workspace)).toEqual({ app_token: 'xapp-1-A1-2-abcdef' });
  });

  it('finds nothing in ambiguous values and in prose', () => {
    expect(parsePasted('0f8fad5b-d9cb-469f-a165-70867728950e', directory)).toEqual({});
    expect(parsePasted('Client secret: see the vault, ask Ada', directory)).toEqual({});
    expect(parsePasted('Note: the token is not here', workspace)).toEqual({});
  });
});
