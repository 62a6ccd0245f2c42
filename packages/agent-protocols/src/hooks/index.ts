import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';

/** The translators of the hosts, by the name that commands and addresses use. */
export const translators = { 'claude-code': claudeCode, codex, cursor, copilot };

export type { Call, Caller } from '../caller.js';
export { inputFlaw } from './hook.js';
export { jsonFlawTexts } from '@gateway/contract';
export type { AskReason, Hook, HookEvent, HookOutput, Translator } from './hook.js';
export { runHook, type HookOptions } from './run-hook.js';
export { remoteCaller, type RemoteOptions } from '../remote-caller.js';
