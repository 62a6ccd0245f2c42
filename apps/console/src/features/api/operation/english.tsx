import { MarkdownText } from '../../../components/markdown/markdown-text.js';

/** Markdown of the document, which is English. */
export function English({ text, under = 3 }: { readonly text: string; readonly under?: number }) {
  return (
    <div lang="en" className="min-w-0">
      <MarkdownText text={text} under={under} />
    </div>
  );
}
