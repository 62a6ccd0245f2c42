import type { PromptRecord } from '@gateway/contract';
import { plainText, visible } from '@gateway/contract/values';
import { createContext, use, useEffect, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Badge } from '../../../components/ui/badge.js';
import { Button } from '../../../components/ui/button.js';
import { keyOfOption } from '../format.js';
import { riskTones } from '../terms/risk.js';
import { t as terms } from '../terms/texts.js';
import { t as texts } from '../texts.js';

const t = texts.answer;

/** Where the bar of the open prompt is drawn: the lower edge of its page. Null: not yet mounted. */
export const AnswerBarPlace = createContext<HTMLElement | null>(null);

/** More answers do not fit beside each other. */
const MOST_BUTTONS = 4;
/** So much of the form, or this share of a smaller one, says that it is in view. */
const SEEN_PX = 140;
const SEEN_SHARE = 0.6;
/** The bar itself, and the navigation of a phone, cover so much of the lower edge. */
const COVERED = '0px 0px -64px 0px';
const steps = Array.from({ length: 21 }, (_, step) => step / 20);

interface Props {
  readonly prompt: PromptRecord;
  readonly form: RefObject<HTMLFormElement | null>;
  /** The answers as people see them, each with its place among the keys, in the order of the fields of the form. */
  readonly answers: readonly { readonly label: string; readonly place: number; readonly choose: () => void }[];
}

/** What is decided and the answers, while the form is out of view. The bar sends nothing: it leads to the form. */
export function AnswerBar({ prompt, form, answers }: Props) {
  const place = use(AnswerBarPlace);
  if (useIsSeen(form) || place === null) return null;
  const { action } = prompt;
  const hasButtons = answers.length > 0 && answers.length <= MOST_BUTTONS;
  return createPortal(
    <section
      aria-label={t.bar}
      data-answer-bar
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-4 py-3 shadow-pop sm:px-7 print:hidden"
    >
      <p className="flex min-w-0 flex-1 items-center gap-2 text-sm font-medium">
        <bdi className="truncate">{action ? <code>{visible(action.name)}</code> : plainText(prompt.text)}</bdi>
        {action?.risk && (
          <>
            {/* The risk is a word of the agent. */}
            <span className="shrink-0 font-normal text-soft max-sm:sr-only">{terms.action.says}</span>
            <Badge tone={riskTones[action.risk]}>{terms.action.risk[action.risk]}</Badge>
          </>
        )}
      </p>
      {hasButtons &&
        answers.map(({ label, place: key, choose }, index) => (
          <Button
            key={key}
            className="max-w-44 max-xl:hidden low:hidden"
            onClick={() => {
              choose();
              showField(form, index);
            }}
          >
            <bdi className="truncate">{label}</bdi>
            <kbd aria-hidden className="text-xs text-soft">
              {keyOfOption(key)}
            </kbd>
          </Button>
        ))}
      <Button look="primary" className={hasButtons ? 'xl:not-low:hidden' : ''} onClick={() => showField(form, null)}>
        {prompt.decisions ? t.decide : t.title}
      </Button>
    </section>,
    place,
  );
}

/** Brings the form into view and moves the focus to a field of it; null: to the chosen answer, or to the first field. */
export function showField({ current: form }: Props['form'], index: number | null): void {
  const fields = form?.querySelectorAll<HTMLElement>('input[type=radio], textarea');
  const field = index === null ? (form?.querySelector<HTMLElement>('input:checked') ?? fields?.[0]) : fields?.[index];
  form?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  field?.focus();
}

/** Whether enough of the form is in view to answer. True until the browser has said it. */
function useIsSeen(form: Props['form']): boolean {
  const [isSeen, setIsSeen] = useState(true);
  useEffect(() => {
    // Its body: on a phone it is fixed, outside the box of the form.
    const body = form.current?.firstElementChild;
    if (!body) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (!last) return;
        const { intersectionRect: seen, boundingClientRect: whole } = last;
        setIsSeen(seen.height >= Math.min(SEEN_PX, whole.height * SEEN_SHARE));
      },
      { rootMargin: COVERED, threshold: steps },
    );
    observer.observe(body);
    return () => observer.disconnect();
  }, [form]);
  return isSeen;
}
