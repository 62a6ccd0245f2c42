import { promptPath } from '@gateway/contract';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { ForeignLink } from '../../components/rich-text/foreign-link.js';
import { t as texts } from './texts.js';

const t = texts.detail;

interface Props {
  readonly num: number;
  /** The address of the file, without a password. */
  readonly url: string;
}

/** The attachment of a prompt. Pictures and PDF files come through the gateway, so that this browser calls no other host. */
export function Attachment({ num, url }: Props) {
  const [state, setState] = useState<'loading' | 'shown' | 'none'>('loading');
  const preview = `${promptPath(num)}/media`;
  const isPdf = URL.canParse(url) && new URL(url).pathname.toLowerCase().endsWith('.pdf');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {!isPdf && state !== 'none' && (
        <img
          src={preview}
          alt={t.attachment}
          onLoad={() => setState('shown')}
          onError={() => setState('none')}
          className={`max-h-96 w-fit max-w-full rounded-control border border-line bg-sunken object-contain ${state === 'loading' ? 'min-h-40 min-w-60' : ''}`}
        />
      )}
      <p className="flex min-w-0 items-start gap-1.5">
        <Paperclip className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden />
        <span className="sr-only">{t.attachmentLabel} </span>
        <span className="min-w-0 wrap-anywhere">
          <ForeignLink href={url} label={url} />
        </span>
      </p>
      {isPdf && (
        <a href={preview} download className="w-fit text-accent underline underline-offset-2">
          {t.downloadPdf}
        </a>
      )}
    </div>
  );
}
