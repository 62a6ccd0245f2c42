import { useEffect, useMemo, useRef } from 'react';
import { copyText } from '../ui/copy.js';
import { renderMarkdown } from './render-markdown.js';

const SHOWN_MS = 2000;

export interface MarkdownProps {
  readonly text: string;
  /** What stands for `{{name}}` in the text. */
  readonly values?: Readonly<Record<string, string>>;
  /** Level of the heading above it. */
  readonly under?: number;
}

export function MarkdownText({ text, values, under = 2 }: MarkdownProps) {
  const html = useMemo(() => renderMarkdown(text, { under, ...(values && { values }) }), [text, values, under]);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = area;
    // The buttons inside are reached by the keyboard as buttons are; this listens to all of them at once.
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
  button.textContent = (await copyText(text)) ? 'Copied' : 'Select and copy by hand';
  setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
}
