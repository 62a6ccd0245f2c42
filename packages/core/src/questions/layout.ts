import { withoutUser } from '@gateway/contract';
import type { Button, ChoiceCapabilities, CommonCapabilities } from '@gateway/platform-kit';
import { allowsText, filesCount, howToAnswer } from './replies/how-to-answer.js';
import { choiceList, fitsLabels, readsReplies, showsChoices } from './replies/markers.js';
import { questionLimit, splitText } from '../text/split.js';
import { unformatted } from '../text/unformatted.js';
import { actionText } from './action/action-text.js';
import { agentLines } from './agent-words.js';
import { choiceAt, choiceLabels, drawnLabels, opensDialog } from './choices.js';
import { markImitations, requesterLine } from './requester-text.js';
import type { PromptTerms } from '../ports/rows.js';
import { linkLine } from './links.js';
import { planButtons } from './buttons.js';
import { coverageLine, drawnGrantLabel, grantTimes } from './grants/grant-offer.js';
import { showingOf } from './showing.js';
import { neverWhole, showAll } from './texts/approvals.js';
import { takeWords } from './texts/taking.js';
import { buttonToken, grantToken, takeToken, wholeToken } from './tokens.js';

/** The parts of a prompt that its layout depends on. */
export interface LayoutInput {
  readonly num: number;
  readonly text: string;
  readonly options: readonly string[];
  readonly allowText: boolean;
  readonly allowAttachments?: boolean;
  readonly mediaUrl: string | null;
  readonly nonce: string;
  readonly terms: PromptTerms | null;
  readonly consoleUrl: string | null;
}

export interface Layout {
  readonly texts: readonly [string, ...string[]];
  readonly buttons: readonly Button[];
  readonly allowsText: boolean;
}

export type LayoutLimits = Pick<CommonCapabilities, 'text' | 'media'> & ChoiceCapabilities;

/**
 * Lays a prompt out within a platform's limits without truncating anything but the values of an action. With an action, the words of the
 * agent are marked as such, and what will be done stands below them in those of the gateway. For whom the agent acts comes next. An
 * attachment that the platform cannot fetch becomes a link without its password, because the whole chat reads it. Labels that are too
 * long for a button are listed in the text, and the buttons show their numbers. Where people reply with numbers, the text has the list
 * and says how to answer. The link to the prompt, if its channel wants it, is the last line. A long text becomes several messages, the
 * last one with the buttons.
 */
export function layOut(prompt: LayoutInput, limits: LayoutLimits): Layout {
  const labels = drawnLabels(prompt);
  const isShown = showsChoices(limits, prompt);
  const isNumbered = isShown && !fitsLabels(limits, prompt);
  const showing = showingOf(prompt, limits);
  const plan = planButtons(prompt, limits, showing);
  const mediaLink = prompt.mediaUrl !== null && !limits.media.url ? withoutUser(prompt.mediaUrl) : null;
  const paragraphs = voices(prompt, showing, mediaLink);
  const covered = coverageLine(prompt, plan.grants);
  if (covered !== null) paragraphs.push(markImitations(covered));
  if (prompt.terms?.requestedBy) paragraphs.push(requesterLine(prompt.terms.requestedBy));
  if (mediaLink !== null && !prompt.terms?.action) paragraphs.push(mediaLink);
  if (readsReplies(limits) && labels.length > 0) paragraphs.push(choiceList(prompt));
  else if (isNumbered) paragraphs.push(labels.map((label, index) => `${index + 1}. ${label}`).join('\n'));
  const hint = answerHint(prompt, limits);
  if (hint !== null) paragraphs.push(hint);
  const link = linkLine(prompt);
  if (link !== null) paragraphs.push(link);
  const drawnChoices = plan.places.map((index) => {
    const label = labels[index] ?? '';
    const button = {
      label: isNumbered ? numbered(prompt, label, index) : label,
      token: buttonToken(prompt.num, index, prompt.nonce),
    };
    return opensDialog(prompt.terms, choiceAt(prompt, index)) ? Object.assign(button, { opensDialog: true }) : button;
  });
  const grants = plan.grants.map((seconds) => ({
    label: drawnGrantLabel(seconds),
    token: grantToken(prompt, grantTimes(prompt).indexOf(seconds)),
  }));
  const afterApprove = plan.places.findIndex((place) => choiceAt(prompt, place) === 'approve') + 1;
  const buttons = [...drawnChoices.slice(0, afterApprove), ...grants, ...drawnChoices.slice(afterApprove)];
  if (showing === 'on_press') buttons.push({ label: showAll, token: wholeToken(prompt) });
  if (plan.take) buttons.push({ label: takeWords, token: takeToken(prompt) });
  return {
    texts: splitForQuestion(joined(paragraphs, prompt, limits), limits, prompt.terms?.action != null),
    buttons: isShown ? buttons : [],
    allowsText: allowsText(prompt),
  };
}

/** The question; with an action, what the agent says and what will be done. */
function voices(
  { text, terms, mediaUrl }: LayoutInput,
  showing: ReturnType<typeof showingOf>,
  mediaLink: string | null,
): [string, ...string[]] {
  const action = terms?.action;
  if (!action) return [markImitations(text)];
  const risk = action.risk === null ? '' : ` (risk: ${action.risk})`;
  const attachment = terms.hasFile || mediaUrl !== null ? ', with the attachment' : '';
  const said = [text, action.summary ?? '', mediaLink ?? ''].flatMap(agentLines);
  const drawn = markImitations(actionText(action, terms.rule ?? null, showing === 'whole' ? 'whole' : 'short'));
  return [
    [`The agent says${risk}${attachment}:`, ...said].join('\n'),
    drawn,
    ...(showing === 'never' ? [neverWhole] : []),
  ];
}

/** With an action, no text of an agent formats what stands below its words. */
function joined([said = '', ...others]: readonly string[], { terms }: LayoutInput, { text }: LayoutLimits): string {
  const below = others.join('\n\n');
  return [said, terms?.action ? unformatted(below, text, said) : below].filter((part) => part !== '').join('\n\n');
}

/** The number that stands for a label on its button, with the sign of the label. */
function numbered(prompt: LayoutInput, label: string, index: number): string {
  const [sign = ''] = prompt.terms?.action ? label.split(' ') : [];
  return `${sign} ${index + 1}`.trimStart();
}

/** The line below the question: how to answer it where the buttons are not enough, or that it takes no answer; null: they are enough. */
export function answerHint(
  prompt: Pick<LayoutInput, 'num' | 'options' | 'allowText' | 'allowAttachments' | 'terms'>,
  limits: LayoutLimits,
): string | null {
  if (!isAnswerable(prompt)) return 'For information: this takes no answer.';
  if (readsReplies(limits)) return howToAnswer(prompt, limits);
  const { byReply } = planButtons(prompt, limits, showingOf(prompt, limits));
  const lines = [
    ...(allowsText(prompt) ? [`Reply to this message, or write: ID:#${prompt.num} your answer`] : []),
    ...(prompt.allowAttachments ? [filesCount] : []),
    ...(byReply.length > 0 ? [`To choose another answer, reply to this message: ${byReply.join(', ')}`] : []),
  ];
  return lines.length > 0 ? lines.join('\n') : null;
}

/** Whether people can answer a prompt. */
export function isAnswerable({
  options,
  allowText,
  terms,
}: Pick<LayoutInput, 'options' | 'allowText' | 'terms'>): boolean {
  return allowText || choiceLabels({ options, terms }).length > 0;
}

function splitForQuestion(text: string, { text: limits }: LayoutLimits, atLines: boolean): [string, ...string[]] {
  const how = { atLines, length: limits.length };
  const [first, ...others] = splitText(text, limits.max, how);
  const last = others.pop();
  return last === undefined
    ? splitText(first, questionLimit(limits), how)
    : [first, ...others, ...splitText(last, questionLimit(limits), how)];
}
