import type { PromptRecord } from '@gateway/contract';
import { promptPath } from '@gateway/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ForeignLink } from '../../components/rich-text/foreign-link.js';
import { usePlatform } from '../../lib/records/platforms.js';
import { useHasBeenIdle } from '../../lib/load/when-idle.js';
import { fileQuery } from './queries.js';
import { t as texts } from './texts.js';

const t = texts.detail;

/** The attachment of a prompt. Pictures and PDF files come through the gateway, so that this browser calls no other host. */
export function Attachment({ prompt }: { readonly prompt: PromptRecord }) {
  const { prompt_num: num, media_url: url, platform } = prompt;
  return url === null ? <HostedFile num={num} platform={platform} /> : <AddressedFile num={num} url={url} />;
}

/** A file at a foreign address, without a password. */
function AddressedFile({ num, url }: { readonly num: number; readonly url: string }) {
  const isPdf = URL.canParse(url) && new URL(url).pathname.toLowerCase().endsWith('.pdf');
  return (
    <Preview num={num} kind={isPdf ? 'pdf' : 'image'}>
      <ForeignLink href={url} label={url} />
    </Preview>
  );
}

/** A file that the gateway hosts, because the platform takes addresses only. Other uploaded files are not stored. */
function HostedFile({ num, platform }: { readonly num: number; readonly platform: string }) {
  const media = usePlatform(platform, useHasBeenIdle())?.capabilities.media;
  const { data } = useQuery({ ...fileQuery(num), enabled: media?.url === true && !media.bytes });
  if (!data?.file) return null;
  return (
    <Preview num={num} kind={data.file.preview}>
      <bdi>{data.file.name}</bdi>
    </Preview>
  );
}

interface PreviewProps {
  readonly num: number;
  /** Null: there is no preview. */
  readonly kind: 'image' | 'pdf' | null;
  /** The name of the file. */
  readonly children: ReactNode;
}

function Preview({ num, kind, children }: PreviewProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'none'>('loading');
  const address = `${promptPath(num)}/media`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {kind === 'image' && state !== 'none' && (
        <img
          src={address}
          alt={t.attachment}
          onLoad={() => setState('shown')}
          onError={() => setState('none')}
          className={`max-h-96 w-fit max-w-full rounded-control border border-line bg-sunken object-contain ${state === 'loading' ? 'min-h-40 min-w-60' : ''}`}
        />
      )}
      <p className="flex min-w-0 items-start gap-1.5">
        <Paperclip className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden />
        <span className="sr-only">{t.attachmentLabel} </span>
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </p>
      {kind === 'pdf' && (
        <a href={address} download className="w-fit text-accent underline underline-offset-2">
          {t.downloadPdf}
        </a>
      )}
    </div>
  );
}
