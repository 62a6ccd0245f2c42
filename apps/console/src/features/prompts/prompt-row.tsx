import type { PromptRecord } from '@gateway/contract';
import { memo } from 'react';
import { PlatformMark } from '../../components/platform-mark.js';
import { Badge } from '../../components/ui/badge.js';
import { classes } from '../../components/ui/classes.js';
import { Time } from '../../components/ui/time.js';
import { takePlainClick } from '../../lib/plain-click.js';
import { promptBadge } from '../../lib/prompt-badge.js';
import { answerer, answerText } from './format.js';
import { progressOf } from './terms/progress.js';

interface Props {
  readonly prompt: PromptRecord;
  readonly href: string;
  readonly isSelected: boolean;
  readonly onOpen: (num: number) => void;
}

/** A row of the list. Re-renders only when its record changes. */
export const PromptRow = memo(function PromptRow({ prompt, href, isSelected, onOpen }: Props) {
  const { label, tone } = promptBadge(prompt);
  const progress = prompt.state === 'pending' ? progressOf(prompt) : null;
  return (
    <div role="listitem" className="row-lazy">
      <a
        href={href}
        data-num={prompt.prompt_num}
        onClick={(event) => takePlainClick(event) && onOpen(prompt.prompt_num)}
        aria-current={isSelected || undefined}
        className={classes('flex gap-3 px-4 py-3 -outline-offset-2', isSelected ? 'bg-selected' : 'hover:bg-hover')}
      >
        <PlatformMark id={prompt.platform} className="mt-0.5 size-5" />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
          <p dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
            {prompt.text}
          </p>
          {prompt.state === 'answered' && <Answer prompt={prompt} />}
          <div className="flex min-w-0 items-center gap-2 text-xs text-soft">
            <Badge tone={tone}>{label}</Badge>
            {prompt.decisions && <Badge tone="info">Decision</Badge>}
            {progress !== null && (
              <span className="whitespace-nowrap">
                {progress}
                <span className="sr-only"> votes</span>
              </span>
            )}
            <span className="min-w-0 flex-1 truncate">{prompt.channel_id}</span>
            <When prompt={prompt} />
          </div>
        </div>
      </a>
    </div>
  );
});

function Answer({ prompt }: { readonly prompt: PromptRecord }) {
  return (
    <p className="truncate text-[0.8125rem]">
      <bdi>{answerText(prompt)}</bdi>
      <span className="text-soft">
        {' '}
        · <bdi>{answerer(prompt).name}</bdi>
      </span>
    </p>
  );
}

function When({ prompt }: { readonly prompt: PromptRecord }) {
  if (prompt.state === 'answered') return <Time at={prompt.answered_at} />;
  if (prompt.state === 'expired' || prompt.expires_at === null) return <Time at={prompt.created_at} />;
  return (
    <span className="whitespace-nowrap">
      expires <Time at={prompt.expires_at} />
    </span>
  );
}
