import { spawnSync } from 'node:child_process';
import type { PromptRecord } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { toCurl } from '../src/features/prompts/ask/curl.js';

const prompt: PromptRecord = {
  id: '#12',
  prompt_num: 12,
  channel_id: 'approvals',
  platform: 'pigeon',
  chat_id: '-1001',
  message_id: '7',
  text: 'Deploy?',
  media_url: null,
  options: ['Yes', 'No'],
  allow_text: false,
  callback_url: null,
  correlation_id: null,
  notify_on_expiry: false,
  api_key_id: null,
  operator_id: null,
  state: 'pending',
  closed_reason: null,
  closed_detail: null,
  delivery_state: null,
  delivery_remark: null,
  waiting_for_window: false,
  created_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-01T12:15:00.000Z',
  answered_at: null,
  answered_by_id: null,
  answered_by_username: null,
  answer_type: null,
  taken_by: null,
  taken_at: null,
  answer: null,
};

/** The arguments that a POSIX shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`;
  const run = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { GATEWAY_API_KEY: 'k-1' } });
  return run.stdout.split('\0').slice(0, -1);
}

describe('toCurl', () => {
  it('contains the given fields only', () => {
    const command = argumentsOf(toCurl(prompt, 'http://gateway.example', true));
    expect(command.slice(0, 5)).toEqual([
      '-X',
      'POST',
      'http://gateway.example/v1/prompts/new',
      '-H',
      'X-API-Key: k-1',
    ]);
    expect(JSON.parse(command.at(-1) ?? '')).toEqual({
      channel_id: 'approvals',
      text: 'Deploy?',
      options: ['Yes', 'No'],
      ttl_sec: 900,
    });
  });

  it('quotes any text for the shell', () => {
    const text = `It's "late":\n$(rm -rf /) \`id\` \\ ' ✅`;
    const command = argumentsOf(toCurl({ ...prompt, text, allow_text: true }, 'http://gateway.example', true));
    expect(JSON.parse(command.at(-1) ?? '')).toMatchObject({ text, allow_text: true });
  });

  it('omits the key when none is required and sends ttl_sec 0 for a prompt that never expires', () => {
    const command = argumentsOf(toCurl({ ...prompt, expires_at: null }, 'http://gateway.example', false));
    expect(command).not.toContain('X-API-Key: k-1');
    expect(JSON.parse(command.at(-1) ?? '')).toMatchObject({ ttl_sec: 0 });
  });
});
