import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configFile } from '../config-file/fixture.js';
import { sqlite } from '../harness/engines.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { root } from './blocks.js';

/** The parts of a page below `docs`. */
export function pageOf(file: string) {
  const text = readFileSync(path.join(root, 'docs', file), 'utf8');
  return {
    /** What follows a heading, which may be of any level. */
    sectionOf: (title: string) => text.split(/^#+ /m).find((section) => section.startsWith(title)) ?? '',
  };
}

/** The first fenced block in this language. */
export const blockIn = (section: string, language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';

/** The rows of a table whose first column is an action: the action and the other columns, without their backticks. */
export function actionRows(section: string): { action: object; columns: string[] }[] {
  return [...section.matchAll(/^\| `(\{.*?\})` +\|(.*)\|$/gm)].map(([, action = '', others = '']) => ({
    action: JSON.parse(action) as object,
    columns: others.split('|').map((column) => column.trim().replaceAll('`', '')),
  }));
}

/** The beginning of a configuration file: a channel that the rules after it name. */
export const channelFile = (id: string) => `channels:
  - channel_id: ${id}
    platform: telegram
    channel_type: PROMPT
    target_chat_id: '-1001234567890'
    credentials: { bot_token: '\${TELEGRAM_BOT_TOKEN}' }
`;

/** A gateway that applied a configuration file at its start. */
export async function startWithFile(text = '') {
  const { telegram, env } = await startTelegram();
  const config = text && { CONFIG_FILE: await configFile(text), TELEGRAM_BOT_TOKEN: telegram.token };
  return await startTestGateway({ env: { ...(await sqlite.empty()), ...env, ...config } });
}
