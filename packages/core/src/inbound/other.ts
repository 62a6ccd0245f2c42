import type { OtherEvent } from '@gateway/platform-kit';
import { notAnAnswer } from '../prompts/chat-texts.js';
import { isAnswerable } from '../prompts/layout.js';
import { visibleState } from '../prompts/prompt-state.js';
import type { Arrival, InboundDeps } from './arrival.js';
import { handled, refuse, type Handled } from './handled.js';
import { promptByReply } from './text.js';

/** A person who replies to an open question with a voice message, a sticker or a reaction is told how to answer it. */
export async function handleOther(deps: InboundDeps, arrival: Arrival<OtherEvent>): Promise<Handled> {
  const prompt = await promptByReply(deps, arrival);
  const isOpen = prompt && visibleState(prompt, deps.clock.now()) === 'pending' && isAnswerable(prompt);
  const { capabilities } = arrival.account.platform;
  return isOpen ? await refuse(deps, arrival, notAnAnswer(prompt, capabilities), prompt) : handled('ignored');
}
