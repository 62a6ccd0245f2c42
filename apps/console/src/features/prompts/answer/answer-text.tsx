import type { PromptRecord } from '@gateway/contract';
import { Filled } from '../../../components/ui/form/filled.js';
import { isApproval } from '../approval/approval.js';
import { answerText } from '../format.js';
import { t as texts } from '../texts.js';
import { signAndWords } from '../voices.js';

const t = texts.answer;

/** The answer as people read it. With an action, the gateway says first whether the answer lets it run. */
export function AnswerText({ prompt }: { readonly prompt: PromptRecord }) {
  const answer = answerText(prompt);
  if (!prompt.action) return answer;
  const isApproved = isApproval(prompt);
  // A text has no sign of an agent: a person wrote it.
  const words = prompt.answer_type === 'text' ? answer : signAndWords(answer, isApproved)[1];
  return <Filled text={isApproved ? t.approved : t.rejected} parts={{ answer: <bdi>{words}</bdi> }} />;
}
