import './markdown.css';
import { useEffect, useMemo, useRef } from 'react';
import { copyText } from '../ui/copy.js';
import { t } from '../texts.js';
import { renderMarkdown } from './render-markdown.js';

const SHOWN_MS = 2000;

export interface MarkdownProps {
  readonly text: string;
  /** Replacements for `{{name}}` in the text. */
  readonly values?: Readonly<Record<string, string>>;
  /** Level of the heading above the text. */
  readonly under?: number;
}

export function MarkdownText({ text, values, under = 2 }: MarkdownProps) {
  const html = useMemo(() => renderMarkdown(text, { under, ...(values && { values }) }), [text, values, under]);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = area;
    // One listener for all copy buttons in the rendered HTML.
    const press = ({ target }: MouseEvent) => {
      if (target instanceof HTMLElement && 'copy' in target.dataset) void copyBefore(target);
    };
    current?.addEventListener('click', press);
    return () => current?.removeEventListener('click', press);
  }, []);
  return <div ref={area} className="prose text-sm" dangerouslySetInnerHTML={{ __html: html }} />;
}

async function copyBefore(button: HTMLElement): Promise<void> {
  const text = button.previousElementSibling?.textContent?.trimEnd() ?? '';
  button.textContent = (await copyText(text)) ? t.guide.copied : t.guide.notCopied;
  setTimeout(() => (button.textContent = t.guide.copy), SHOWN_MS);
}
