import { choiceLimits, type ChoiceCapabilities } from '@gateway/platform-kit';
import { asksReason, choiceAt, choiceLabels } from '../choices.js';
import type { PromptRow } from '../../ports/rows.js';
import { choiceMarkers, showsChoices, type Markers } from './markers.js';

type Asked = Pick<PromptRow, 'num' | 'options' | 'allowText' | 'terms'> & Partial<Pick<PromptRow, 'allowAttachments'>>;

/** Whether a prompt takes an answer in the person's own words. */
export function allowsText({ allowText, terms }: Pick<Asked, 'allowText' | 'terms'>): boolean {
  return allowText || terms?.decisions?.includes('respond') === true;
}

/** The line below a question whose answer can have files. */
export const filesCount = 'Photos, files and voice messages in a reply to it count, too.';

/** The lines below a question on a platform without buttons: how to answer it. */
export function howToAnswer(prompt: Asked, capabilities: ChoiceCapabilities): string {
  const { num } = prompt;
  const markers = choiceMarkers(prompt);
  const sample = sampleMarker(prompt, markers);
  const lines: string[] = [];
  if (choiceLabels(prompt).length > 0) {
    lines.push(`${howToChoose(prompt, capabilities)} If several questions are open: #${num} ${sample}`);
    if (choiceLabels(prompt).some((_, place) => isReasoned(prompt, place)))
      lines.push(`A reason can follow: ${reasonedMarker(prompt, markers)} because …`);
  }
  if (allowsText(prompt))
    lines.push(
      `${lines.length > 0 ? 'For another answer, reply' : 'Reply'} to this message, or write: #${num} your answer`,
    );
  if (prompt.allowAttachments) lines.push(filesCount);
  return lines.join('\n');
}

/** How to choose, as a sentence. */
function howToChoose(prompt: Asked, capabilities: ChoiceCapabilities): string {
  const how = waysToChoose(prompt, capabilities).join(', or ');
  return `${how[0]?.toUpperCase()}${how.slice(1)}.`;
}

/** Ways to choose, as parts of a sentence: `reply with the number or the words`. */
export function waysToChoose(prompt: Pick<Asked, 'options' | 'terms'>, capabilities: ChoiceCapabilities): string[] {
  const { kind } = choiceLimits(capabilities);
  if (kind === 'buttons') return ['press one of its buttons'];
  const reply = { number: 'the number or the words', letter: 'the letter or the words', none: 'the words' };
  const isShown = showsChoices(capabilities, prompt);
  return [
    ...(isShown ? [kind === 'polls' ? 'vote in the poll' : 'react with the number'] : []),
    `reply with ${reply[choiceMarkers(prompt).kind]}`,
  ];
}

/** An example that is not the first choice, so that no one sends it unread for the first one. */
function sampleMarker(prompt: Asked, { all }: Markers): string {
  const labels = choiceLabels(prompt);
  return all.at(labels.length > 1 ? 1 : 0) ?? labels.at(labels.length > 1 ? 1 : 0) ?? '';
}

function reasonedMarker(prompt: Asked, { all }: Markers): string {
  const labels = choiceLabels(prompt);
  const place = labels.findLastIndex((_, each) => isReasoned(prompt, each));
  return all[place] ?? labels[place] ?? '';
}

function isReasoned({ options, terms }: Asked, place: number): boolean {
  return terms !== null && asksReason(terms, choiceAt({ options, terms }, place));
}
