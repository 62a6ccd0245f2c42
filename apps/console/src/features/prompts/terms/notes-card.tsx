import type { PromptNote } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { ForeignLink } from '../../../components/rich-text/foreign-link.js';
import { Badge } from '../../../components/ui/badge.js';
import { Card } from '../../../components/ui/card.js';
import { Time } from '../../../components/ui/time.js';
import { t as texts } from './texts.js';

const t = texts.notes;
const tones = { progress: 'wait', done: 'good', failed: 'bad' } as const;

/** What the agent said under its question. */
export function NotesCard({ notes }: { readonly notes: readonly PromptNote[] }) {
  return (
    <Card title={t.title}>
      <ol aria-label={t.title} className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        {notes.map(({ kind, text, url, at }) => (
          <li key={at} className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-soft">
              <Badge tone={tones[kind]}>{t.kinds[kind]}</Badge>
              <Time at={at} />
            </div>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {shownText(text)}
            </p>
            {url !== null && <ForeignLink href={url} label={url} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}
