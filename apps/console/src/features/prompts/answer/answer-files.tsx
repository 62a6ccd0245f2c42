import type { AnswerAttachment } from '@gateway/contract';
import { Paperclip } from 'lucide-react';
import { formatNumber } from '../../../lib/language/locale.js';
import { t as texts } from '../texts.js';

const t = texts.answer;

/** Types that a browser shows without running anything. The gateway serves all others as downloads. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The files of an answer. Only pictures are shown. All come from the origin of the console, not that of their address. */
export function AnswerFiles({ files }: { readonly files: readonly AnswerAttachment[] | undefined }) {
  if (!files || files.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-3" aria-label={t.files}>
      {files.map((file) => (
        <li key={file.url} className="grid gap-1.5 text-sm">
          {pictures.has(file.type) && (
            <img
              src={pathOf(file)}
              alt={file.name}
              loading="lazy"
              className="max-h-96 w-fit max-w-full rounded-control border border-line bg-sunken object-contain"
            />
          )}
          <a
            href={pathOf(file)}
            download={file.name}
            className="flex w-fit max-w-full items-start gap-1.5 text-accent underline underline-offset-2"
          >
            <Paperclip className="mt-0.5 size-4 shrink-0" aria-hidden />
            <bdi className="min-w-0 wrap-anywhere">{file.name}</bdi>
          </a>
          <span className="text-[0.8125rem] text-soft">
            {file.type}, {t.kilobytes(formatNumber(Math.ceil(file.size / 1024)))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const pathOf = ({ url }: AnswerAttachment) => new URL(url).pathname;
