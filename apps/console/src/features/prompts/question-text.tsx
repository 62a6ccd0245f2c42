import { hasMarks, parseBlocks, shownText } from '@gateway/contract/values';
import { useMemo, useState, type Ref } from 'react';
import { Button } from '../../components/ui/button.js';
import { RichText } from '../../components/rich-text/rich-text.js';
import { t } from './texts.js';

/** Longer texts are shown in the body size. */
const HEADLINE_CHARACTERS = 200;

/** The question as the heading of its page: light Markdown, or on request the text as it was sent. */
export function QuestionText({ text, ref }: { readonly text: string; readonly ref: Ref<HTMLDivElement> }) {
  const [isPlain, setIsPlain] = useState(false);
  const blocks = useMemo(() => parseBlocks(text), [text]);
  const isLong = text.length > HEADLINE_CHARACTERS || text.includes('\n\n') || blocks.length > 1;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div
        ref={ref}
        // Not an h2, which must not contain lists.
        role="heading"
        aria-level={2}
        dir="auto"
        tabIndex={-1}
        className={
          isLong
            ? 'grid grid-cols-[minmax(0,1fr)] gap-3 text-[0.9375rem] leading-relaxed text-pretty wrap-anywhere'
            : 'text-xl leading-snug font-semibold tracking-tight wrap-anywhere'
        }
      >
        {isPlain ? <p className="whitespace-pre-wrap">{shownText(text)}</p> : <RichText blocks={blocks} />}
      </div>
      {hasMarks(blocks) && (
        <Button
          size="small"
          look="ghost"
          className="w-fit print:hidden"
          aria-pressed={isPlain}
          onClick={() => setIsPlain(!isPlain)}
        >
          {t.detail.asText}
        </Button>
      )}
    </div>
  );
}
