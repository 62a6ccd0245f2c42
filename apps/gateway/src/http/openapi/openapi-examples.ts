import type { Platforms } from '@gateway/core';
import type { Platform } from '@gateway/platform-kit';
import { credentialFields } from '../routes/platforms.js';

/** Example bodies of one operation, by name. */
export type Examples = Record<string, { summary: string; value: Record<string, unknown> }>;

/** Example bodies by operation id. They work unchanged once the channel is registered. `/docs` fills in the first one. */
export async function bodyExamples(platforms: Platforms): Promise<Record<string, Examples>> {
  const callback_url = 'https://agent.example.com/answers';
  const channel = await channelExample(platforms);
  return {
    createPrompt: {
      approval: {
        summary: 'A choice of buttons',
        value: {
          channel_id: 'approvals',
          text: 'Deploy version 2.4.0?',
          options: ['Deploy', 'Not today'],
          ttl_sec: 3600,
        },
      },
      decision: {
        summary: 'A decision about an action, with words for a rejection',
        value: {
          channel_id: 'approvals',
          text: 'Deploy version 2.4.0?',
          action: {
            name: 'deploy',
            summary: 'Replaces version 2.3.9 in production.',
            args: { service: 'api', version: '2.4.0' },
            risk: 'high',
          },
          decisions: ['approve', 'reject', 'edit'],
          ask_reason: 'on_reject',
        },
      },
      free_text: {
        summary: 'A free-text answer',
        value: {
          channel_id: 'approvals',
          text: 'What should the release be called?',
          allow_text: true,
          correlation_id: 'release-2.4.0',
        },
      },
      attachment: {
        summary: 'A question with an image',
        value: {
          channel_id: 'approvals',
          text: 'Publish this image?',
          options: ['Yes', 'No'],
          media_url: 'https://www.gstatic.com/webp/gallery/1.jpg',
        },
      },
    },
    answerPrompt: {
      option: { summary: 'One of the options', value: { type: 'option', value: 'Deploy' } },
      decision: {
        summary: 'A decision, with words',
        value: { type: 'decision', value: 'reject', reason: 'Wait for the tests.' },
      },
    },
    claudeCodeHook: {
      notification: {
        summary: 'An event without a decision, which is answered at once',
        value: { session_id: 'abc123', cwd: '/home/ada/app', hook_event_name: 'Notification', message: 'Done' },
      },
    },
    createChannel: {
      questions: {
        summary: 'For prompts. `GET /v1/platforms` lists the credentials.',
        value: { channel_id: 'approvals', channel_type: 'PROMPT', ...channel },
      },
      conversation: {
        summary: 'For messages. `GET /v1/platforms` lists the credentials.',
        value: { channel_id: 'support', channel_type: 'MESSAGE', callback_url, ...channel },
      },
    },
    updateChannel: {
      reactivate: { summary: 'Reactivate the channel', value: {} },
      callback: { summary: 'Change the callback address', value: { callback_url } },
    },
    testNewChannel: { channel: { summary: '`GET /v1/platforms` lists the credentials.', value: channel } },
    findChats: {
      bot: {
        summary: '`GET /v1/platforms` lists the credentials.',
        value: { platform: channel.platform, credentials: channel.credentials },
      },
    },
    createBatch: {
      rollout: {
        summary: 'Two questions',
        value: {
          prompts: ['Berlin', 'Tokyo'].map((place) => ({
            channel_id: 'approvals',
            text: `Roll out to ${place}?`,
            options: ['Yes', 'No'],
          })),
        },
      },
    },
    consumeApproval: {
      action: {
        summary: 'The action that is about to run',
        value: { action: { name: 'deploy', args: { service: 'api', version: '2.4.0' } } },
      },
    },
    createPromptNote: {
      done: { summary: 'The work is complete', value: { kind: 'done', text: 'Version 2.4.0 is deployed.' } },
    },
    handOverPrompt: { person: { summary: 'One of the people', value: { person_id: 'ada' } } },
    testCallback: { callback: { summary: 'The callback address of your agent', value: { callback_url } } },
    sendMessage: { text: { summary: 'A text message', value: { channel_id: 'support', text: 'It is on its way.' } } },
    createPerson: {
      person: {
        summary: 'A person with one account on a platform',
        value: { person_id: 'ada', name: 'Ada', identities: [{ platform: channel.platform, user_id: '123456789' }] },
      },
    },
    updatePerson: { name: { summary: 'Change the name', value: { name: 'Ada Lovelace' } } },
    createGroup: {
      group: { summary: 'A group without members', value: { group_id: 'release-managers', name: 'Release managers' } },
    },
    updateGroup: { members: { summary: 'Replace the members', value: { members: ['ada'] } } },
    createPolicy: {
      two: {
        summary: 'Two people must approve, with a reminder after 10 minutes',
        value: {
          policy_id: 'two-people',
          name: 'Two people',
          approvals: 2,
          requester_may_answer: false,
          steps: [{ after_sec: 600, remind: true }],
        },
      },
    },
    updatePolicy: { approvals: { summary: 'Change the number of approvals', value: { approvals: 3 } } },
    createRule: {
      ask: {
        summary: 'People decide about deployments to production, which the gateway draws with a title',
        value: {
          rule_id: 'deployments',
          actions: ['deploy'],
          when: 'action.args.env == "prod"',
          then: { channels: ['approvals'], title: 'Deploy {{args.service}} to {{args.env}}', consume_within_sec: 900 },
        },
      },
      deny: {
        summary: 'No one is asked, and the action is refused',
        value: {
          rule_id: 'no-deletes',
          actions: ['*.delete'],
          then: { verdict: 'deny', reason: 'Agents do not delete.' },
        },
      },
    },
    updateRule: { time: { summary: 'Change one field of `then`', value: { then: { ttl_sec: 600 } } } },
    orderRules: { order: { summary: 'All rules, in their order', value: { rule_ids: ['no-deletes', 'deployments'] } } },
    tryRules: {
      action: {
        summary: 'An action that an agent would ask about',
        value: { action: { name: 'deploy', args: { service: 'api', env: 'prod' } } },
      },
      draft: {
        summary: 'The same with a rule that is not stored',
        value: {
          action: { name: 'deploy', args: { service: 'api', env: 'prod' } },
          rule: { rule_id: 'deployments', actions: ['deploy'], then: { verdict: 'allow' } },
        },
      },
    },
    replayRules: {
      draft: {
        summary: 'What a rule would have changed in the last week',
        value: { days: 7, rule: { rule_id: 'reads', actions: ['*.read'], then: { verdict: 'allow' } } },
      },
    },
    createKey: {
      agent: { summary: 'A key for an agent', value: { name: 'release bot', preset: 'agent' } },
      scopes: {
        summary: 'A key with selected scopes',
        value: { name: 'dashboard', scopes: ['status:read', 'prompts:read'] },
      },
    },
    rollKey: { grace: { summary: 'The old key stays valid for one hour', value: { grace_sec: 3600 } } },
    updateSettings: {
      prompts: {
        summary: 'Keep closed prompts for 90 days',
        value: { prompts_retention_enabled: true, prompts_retention_days: 90 },
      },
    },
    updateAlerts: { chat: { summary: 'Post alerts in a chat', value: { channel_id: 'approvals' } } },
    previewSettings: {
      prompts: {
        summary: 'Keep closed prompts for 90 days',
        value: { prompts_retention_enabled: true, prompts_retention_days: 90 },
      },
    },
    retryDeliveries: {
      channel: { summary: 'Count the dead callbacks of a channel', value: { channel_id: 'approvals', dry_run: true } },
      receiver: {
        summary: 'Retry what a receiver refused since a time',
        value: { url: 'https://agent.example', status_code: ['4xx'], since: '2026-03-01T12:00:00.000Z' },
      },
    },
    updateReceiver: { name: { summary: 'Give it a name', value: { name: 'Finance bot' } } },
    retryReceiver: {
      since: {
        summary: 'Count the dead callbacks since a time',
        value: { since: '2026-03-01T12:00:00.000Z', dry_run: true },
      },
    },
  };
}

/** The placeholders of the first platform whose schema accepts them. They are well-formed, but the platform would refuse them. */
async function channelExample(platforms: Platforms) {
  for (const id of platforms.ids) {
    const platform = await platforms.load(id);
    const credentials = platform && placeholdersOf(platform);
    if (credentials) return { platform: id, target_chat_id: platform.target.placeholder, credentials };
  }
  return { platform: platforms.ids[0], target_chat_id: '123456789', credentials: {} };
}

/** Null: some placeholders are not values, or the schema rejects them. */
function placeholdersOf(platform: Platform): Record<string, string> | null {
  try {
    const required = credentialFields(platform).filter((field) => field.required);
    // Other placeholders describe the value, or show only its beginning.
    if (!required.every(({ placeholder }) => /^[!-~]+$/.test(placeholder ?? ''))) return null;
    const credentials = Object.fromEntries(required.map(({ name, placeholder }) => [name, placeholder ?? '']));
    return platform.credentials.safeParse(credentials).success ? credentials : null;
  } catch {
    // The list of platforms reports an adapter whose schema cannot be read.
    return null;
  }
}
