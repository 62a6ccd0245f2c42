import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onCleanUp } from '../harness/shared.js';

/** A configuration with a record of each kind. The policy and the channels name each other. */
export const complete = `
settings:
  MAX_OPEN_PROMPTS_PER_CHANNEL: 50
people:
  - person_id: ada
    name: Ada Lovelace
    identities:
      - { platform: telegram, user_id: "\${ADA_ID:-1001}" }
  - { person_id: grace, name: Grace }
groups:
  - group_id: release
    name: Release managers
    members: [ada, grace]
policies:
  - policy_id: two
    name: Two of them
    approvals: 2
    steps:
      - { after_sec: 60, channels: [escalation] }
channels:
  - channel_id: approvals
    platform: telegram
    channel_type: PROMPT
    target_chat_id: "-100200"
    credentials: { bot_token: "\${BOT_TOKEN}" }
    approvers: [{ group: release }]
    policy: two
  - channel_id: escalation
    platform: telegram
    channel_type: PROMPT
    target_chat_id: "-100300"
    credentials: { bot_token: "\${BOT_TOKEN}" }
    callback_url: https://agent:\${CALLBACK_PASSWORD}@agent.example/answers
retention:
  prompts_retention_enabled: true
  prompts_retention_days: 90
`;

/** Writes a file named gateway.yaml, which the test removes. Returns its path. */
export async function configFile(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-config-'));
  onCleanUp(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'gateway.yaml');
  await writeFile(file, text);
  return file;
}
