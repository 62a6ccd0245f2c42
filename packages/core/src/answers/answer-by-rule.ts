import type { AnswerDetail, PromptRow } from '../ports/rows.js';
import { answerAtOnce } from './answer-at-once.js';
import type { AnswerDeps } from './given-answer.js';

/** Answers a prompt as its rule says, if the rule answers it. There is no message and no person. Returns the prompt as it is afterwards. */
export async function answerByRule(deps: Omit<AnswerDeps, 'posts'>, prompt: PromptRow): Promise<PromptRow> {
  const answer = prompt.terms?.rule?.answer;
  if (!answer) return prompt;
  const detail: AnswerDetail = { reason: answer.reason, args: null, text: null, personId: null, platform: null };
  const { type, value } = answer;
  const given = { type, value, detail, by: null, event: null, confirmTo: null };
  return (await answerAtOnce(deps, prompt, given)).prompt;
}
