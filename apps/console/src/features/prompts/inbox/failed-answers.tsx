import { formatPromptId, GatewayError } from '@gateway/contract/values';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { reasonOf } from '../../../lib/api.js';
import type { HeldAnswer } from './held-answers.js';
import { heldAnswers } from './sending.js';
import { t as texts } from './texts.js';

const t = texts.failed;

type Together = readonly [HeldAnswer, ...HeldAnswer[]];

/** Answers by the click that gave them. */
export function grouped(answers: readonly HeldAnswer[]): Together[] {
  const groups = new Map<number, [HeldAnswer, ...HeldAnswer[]]>();
  for (const held of answers) {
    const group = groups.get(held.group);
    if (group) group.push(held);
    else groups.set(held.group, [held]);
  }
  return [...groups.values()];
}

/** A refused answer would be refused again. */
const isFinal = ({ error }: HeldAnswer) => error instanceof GatewayError && error.status < 500;

interface Props {
  readonly answers: Together;
  readonly onOpen: (num: number) => void;
}

/** Answers that were given together and not accepted, or not sent at all. */
export function FailedAnswers({ answers, onOpen }: Props) {
  const [first] = answers;
  const nums = answers.map(({ num }) => num);
  const again = answers.filter((held) => !isFinal(held)).map(({ num }) => num);
  const id = formatPromptId(first.num);
  const isOne = answers.length === 1;
  const title = answers.some(({ error }) => error instanceof GatewayError) ? t.refused : t.notSent;
  return (
    <div
      role="alert"
      className="pointer-events-auto grid gap-2 rounded-card border border-bad bg-raised px-4 py-3 text-sm shadow-pop"
    >
      <p className="wrap-anywhere">
        <span className="font-medium text-bad">
          <Filled text={title(isOne ? id : texts.prompts(nums.length))} parts={{ answer: <bdi>{first.label}</bdi> }} />
        </span>{' '}
        {isOne && reasonOf(first.error)}
      </p>
      {!isOne && (
        <ul aria-label={t.list} tabIndex={0} className="grid max-h-48 gap-1.5 overflow-y-auto">
          {answers.map(({ num, error }) => (
            <li key={num} className="wrap-anywhere">
              <button
                type="button"
                aria-label={t.open(formatPromptId(num))}
                className="font-medium underline underline-offset-2"
                onClick={() => onOpen(num)}
              >
                {formatPromptId(num)}
              </button>{' '}
              {reasonOf(error)}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={() => heldAnswers.dismiss(nums)}>
          {t.dismiss}
        </Button>
        {isOne && (
          <Button size="small" onClick={() => onOpen(first.num)}>
            {t.open(id)}
          </Button>
        )}
        {again.length > 0 && (
          <Button size="small" look="primary" onClick={() => heldAnswers.retry(again)}>
            {t.retry}
          </Button>
        )}
      </div>
    </div>
  );
}
