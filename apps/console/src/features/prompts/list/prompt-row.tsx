import type { PromptRecord } from '@gateway/contract';
import { plainText, shownText } from '@gateway/contract/values';
import { Hand } from 'lucide-react';
import { memo } from 'react';
import { PlatformMark } from '../../../components/platform-mark.js';
import { Badge } from '../../../components/ui/badge.js';
import { classes } from '../../../components/ui/classes.js';
import { Time } from '../../../components/ui/time.js';
import { takePlainClick } from '../../../lib/page/plain-click.js';
import { promptBadge } from '../../../lib/records/prompt-badge.js';
import type { tickRefusal } from '../batch/alike.js';
import { AnswerText } from '../answer/answer-text.js';
import { answerer } from '../format.js';
import { Ending } from '../inbox/ending.js';
import { t as taking } from '../taking/texts.js';
import { progressOf } from '../terms/progress.js';
import { t as texts } from '../texts.js';

const t = texts.list;

interface Props {
  readonly prompt: PromptRecord;
  readonly href: string;
  readonly isSelected: boolean;
  /** An answer is about to be sent. */
  readonly isSending: boolean;
  readonly showsState: boolean;
  /** Null: rows cannot be ticked here. */
  readonly isTicked: boolean | null;
  /** Why it cannot be ticked; null: it can. */
  readonly refusal: ReturnType<typeof tickRefusal>;
  readonly onOpen: (num: number) => void;
  /** `range`: with the rows between it and the one ticked before. */
  readonly onTick: (num: number, range: boolean) => void;
}

/** A row of the list. Re-renders only when its record changes. */
export const PromptRow = memo(function PromptRow({
  prompt,
  href,
  isSelected,
  isSending,
  showsState,
  isTicked,
  refusal,
  onOpen,
  onTick,
}: Props) {
  const { label, tone } = promptBadge(prompt);
  const progress = prompt.state === 'pending' ? progressOf(prompt) : null;
  return (
    <div role="listitem" className={classes('row-lazy flex', isSelected ? 'bg-selected' : 'hover:bg-hover')}>
      {isTicked !== null && (
        <label
          title={refusal === 'unseen' ? t.openFirst : undefined}
          className="flex cursor-pointer items-start py-3.5 pr-2 pl-4 has-disabled:cursor-not-allowed has-disabled:opacity-40"
        >
          <input
            type="checkbox"
            checked={isTicked}
            disabled={isSending || refusal !== null}
            aria-label={t.selectRow(prompt.id)}
            onChange={({ nativeEvent }) =>
              onTick(prompt.prompt_num, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            className="size-4 accent-accent-fill"
          />
        </label>
      )}
      <a
        href={href}
        data-num={prompt.prompt_num}
        onClick={(event) => takePlainClick(event) && onOpen(prompt.prompt_num)}
        aria-current={isSelected || undefined}
        className={classes(
          'flex min-w-0 flex-1 gap-3 px-4 py-3 -outline-offset-2',
          isTicked !== null && 'pl-1.5',
          isSending && 'text-soft',
        )}
      >
        <PlatformMark id={prompt.platform} className="mt-0.5 size-5" />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
          <p dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
            {plainText(prompt.text)}
          </p>
          {prompt.state === 'answered' && <Answer prompt={prompt} />}
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-soft">
            {isSending ? <Badge tone="info">{t.sending}</Badge> : showsState && <Badge tone={tone}>{label}</Badge>}
            {prompt.decisions && !isSending && <Badge tone="info">{t.decision}</Badge>}
            {progress !== null && <span className="whitespace-nowrap">{progress}</span>}
            {prompt.taken_by && !isSending && <Taker name={shownText(prompt.taken_by.name)} />}
            <span className="min-w-0 flex-1 basis-12 truncate">{prompt.channel_id}</span>
            <When prompt={prompt} />
          </div>
        </div>
      </a>
    </div>
  );
});

/** Who has said that they look after the prompt. */
function Taker({ name }: { readonly name: string }) {
  return (
    <span title={taking.mark(name)} className="inline-flex max-w-32 min-w-0 items-center gap-1 text-accent">
      <Hand className="size-3.5 shrink-0" aria-hidden />
      <bdi className="truncate" aria-hidden>
        {name}
      </bdi>
      <span className="sr-only">{taking.mark(name)}</span>
    </span>
  );
}

function Answer({ prompt }: { readonly prompt: PromptRecord }) {
  return (
    <p className="truncate text-[0.8125rem]">
      <bdi>
        <AnswerText prompt={prompt} />
      </bdi>
      <span className="text-soft">
        {' '}
        · <bdi>{answerer(prompt).name}</bdi>
      </span>
    </p>
  );
}

function When({ prompt }: { readonly prompt: PromptRecord }) {
  if (prompt.state === 'answered') return <Time at={prompt.answered_at} />;
  if (prompt.state === 'expired') return <Time at={prompt.created_at} />;
  return (
    <span className="flex items-center gap-1.5">
      <span className="whitespace-nowrap">
        <span className="sr-only">{t.created} </span>
        <Time at={prompt.created_at} />
      </span>
      <span aria-hidden>·</span>
      <Ending at={prompt.expires_at} />
    </span>
  );
}
