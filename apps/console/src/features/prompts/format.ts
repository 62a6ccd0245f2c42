import type { PromptRecord } from '@gateway/contract';
import { defaultLabels, shownText } from '@gateway/contract/values';
import { isApproval } from './approval/approval.js';
import { t as texts } from './texts.js';

const t = texts.answer;

const OPERATOR = 'operator:';

type Answered = Parameters<typeof isApproval>[0] &
  Pick<PromptRecord, 'answered_by_id' | 'answered_by_username' | 'decided_by' | 'policy' | 'rule'>;

/** Who answered, and a sentence with `{name}` that says how: in the chat, in the console, or as the policy, the rule or a standing approval says. */
export function answerer(prompt: Answered): { readonly name: string; readonly text: string } {
  const { answered_by_id, answered_by_username, decided_by, policy, rule } = prompt;
  if (decided_by === 'policy') return { name: t.policyName(policy?.name ?? ''), text: t.byPolicy };
  if (decided_by === 'rule') {
    return { name: t.ruleName(rule?.rule_id ?? ''), text: isApproval(prompt) ? t.allowedBy : t.deniedBy };
  }
  if (decided_by === 'grant') return { name: t.grantName, text: t.byGrant };
  const isOperator = answered_by_id?.startsWith(OPERATOR) ?? false;
  const id = isOperator ? answered_by_id?.slice(OPERATOR.length) : answered_by_id;
  return { name: shownText(answered_by_username || id || t.unknownUser), text: isOperator ? t.inConsole : t.inChat };
}

/** The answer as people read it: the label of a decision. */
export function answerText({ answer, decision, labels, answer_attachments: files }: PromptRecord): string {
  if (!answer && files && files.length > 0) return texts.answer.fileCount(files.length);
  return shownText(decision ? (labels?.[decision.value] ?? defaultLabels[decision.value]) : (answer ?? ''));
}

/** The keyboard key of an option: 1 to 9, and 0 for the tenth; null for further ones. */
export function keyOfOption(index: number): string | null {
  return index < 9 ? String(index + 1) : index === 9 ? '0' : null;
}
