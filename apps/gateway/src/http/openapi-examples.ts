import type { Platforms } from '@gateway/core';
import type { Platform } from '@gateway/platform-kit';
import { credentialFields } from './routes/platforms.js';

/** Bodies of one operation, by name. */
export type Examples = Record<string, { summary: string; value: Record<string, unknown> }>;

/** Bodies by operation, which work as they stand where the channel is registered; `/docs` fills in the first. */
export async function bodyExamples(platforms: Platforms): Promise<Record<string, Examples>> {
  const callback_url = 'https://agent.example.com/answers';
  const channel = await channelExample(platforms);
  return {
    createPrompt: {
      approval: {
        summary: 'Buttons to choose from',
        value: {
          channel_id: 'approvals',
          text: 'Deploy version 2.4.0?',
          options: ['Deploy', 'Not today'],
          ttl_sec: 3600,
        },
      },
      free_text: {
        summary: 'An answer in words',
        value: {
          channel_id: 'approvals',
          text: 'What shall the release be called?',
          allow_text: true,
          correlation_id: 'release-2.4.0',
        },
      },
      attachment: {
        summary: 'With a picture',
        value: {
          channel_id: 'approvals',
          text: 'Publish this picture?',
          options: ['Yes', 'No'],
          media_url: 'https://www.gstatic.com/webp/gallery/1.jpg',
        },
      },
    },
    answerPrompt: { option: { summary: 'One of the options', value: { type: 'option', value: 'Deploy' } } },
    createChannel: {
      questions: {
        summary: 'Questions; `GET /v1/platforms` names the credentials',
        value: { channel_id: 'approvals', channel_type: 'PROMPT', ...channel },
      },
      conversation: {
        summary: 'A conversation; `GET /v1/platforms` names the credentials',
        value: { channel_id: 'support', channel_type: 'MESSAGE', callback_url, ...channel },
      },
    },
    updateChannel: {
      reactivate: { summary: 'Make it active again', value: {} },
      callback: { summary: 'Call back elsewhere', value: { callback_url } },
    },
    testNewChannel: { channel: { summary: '`GET /v1/platforms` names the credentials', value: channel } },
    findChats: {
      bot: {
        summary: '`GET /v1/platforms` names the credentials',
        value: { platform: channel.platform, credentials: channel.credentials },
      },
    },
    testCallback: { callback: { summary: 'An address of your agent', value: { callback_url } } },
    sendMessage: { text: { summary: 'A text', value: { channel_id: 'support', text: 'It is on its way.' } } },
    createKey: {
      agent: { summary: 'A key for an agent', value: { name: 'release bot', preset: 'agent' } },
      scopes: {
        summary: 'Scopes of your choice',
        value: { name: 'dashboard', scopes: ['status:read', 'prompts:read'] },
      },
    },
    rollKey: { grace: { summary: 'The old key works for an hour more', value: { grace_sec: 3600 } } },
    updateSettings: {
      prompts: {
        summary: 'Keep closed prompts for 90 days',
        value: { prompts_retention_enabled: true, prompts_retention_days: 90 },
      },
    },
    previewSettings: {
      prompts: {
        summary: 'Closed prompts kept for 90 days',
        value: { prompts_retention_enabled: true, prompts_retention_days: 90 },
      },
    },
    retryDeliveries: {
      channel: { summary: 'Dead ones of a channel, only counted', value: { channel_id: 'approvals', dry_run: true } },
    },
  };
}

/** The placeholders of the first platform whose own schema takes them: well-formed, and refused by the platform. */
async function channelExample(platforms: Platforms) {
  for (const id of platforms.ids) {
    const platform = await platforms.load(id);
    const credentials = platform && placeholdersOf(platform);
    if (credentials) return { platform: id, target_chat_id: platform.target.placeholder, credentials };
  }
  return { platform: platforms.ids[0], target_chat_id: '123456789', credentials: {} };
}

/** Null: not all of them are values, or the schema refuses them. */
function placeholdersOf(platform: Platform): Record<string, string> | null {
  try {
    const required = credentialFields(platform).filter((field) => field.required);
    // Others are words about the value, or only its beginning.
    if (!required.every(({ placeholder }) => /^[!-~]+$/.test(placeholder ?? ''))) return null;
    const credentials = Object.fromEntries(required.map(({ name, placeholder }) => [name, placeholder ?? '']));
    return platform.credentials.safeParse(credentials).success ? credentials : null;
  } catch {
    // The list of platforms tells of an adapter whose schema cannot be read.
    return null;
  }
}
