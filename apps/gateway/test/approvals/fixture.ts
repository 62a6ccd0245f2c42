import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { manualClock } from '../harness/clock.js';
import type { Engine } from '../harness/engines.js';
import { adminKey, makeKey, type Holder } from '../harness/keys.js';
import { startTwoChats } from '../harness/two-chats.js';

export const args = { service: 'api', replicas: 3, dry: false };
export const action = { name: 'deploy', args };
/** The digest of the RFC 8785 form of an action. */
export const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
/** That of `action`. */
export const digest = sha256('{"args":{"dry":false,"replicas":3,"service":"api"},"name":"deploy"}');
const decide = {
  channels: undefined,
  channel_id: 'approvals',
  action,
  options: [],
  decisions: ['approve', 'reject', 'edit'],
};

interface Options {
  readonly engine?: Engine;
  readonly start?: number;
}

/** A gateway with authentication, a key that asks, and another one. */
export async function startKeyed({ engine, start }: Options = {}) {
  const clock = manualClock(start);
  const env = { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
  const chats = await startTwoChats({ clock, env, ...(engine && { engine }) });
  const { gateway, telegram, ada } = chats;
  const agent = await makeKey(gateway, { preset: 'agent' });
  const ask = async (body: object = {}) => {
    const { channels: _none, ...usual } = decide;
    const reply = await agent.request('POST', '/v1/prompts/new', { text: 'Ship it?', ...usual, ...body });
    expect(reply.status, reply.text).toBe(200);
    return reply.json;
  };
  const press = (button: string) => telegram.press({ chat: ada, button });
  const approved = async (body: object = {}, button = 'Approve') => {
    const asked = await ask(body);
    await press(button);
    await chats.reaches(asked.prompt_num, 'answered');
    return asked;
  };
  const consume = (holder: Holder, body: unknown = { action }, num = 1) =>
    holder.request('POST', `/v1/prompts/${num}/consume`, body);
  return { ...chats, clock, agent, ask, press, approved, consume };
}

export const statusesOf = (replies: readonly { readonly status: number }[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);
