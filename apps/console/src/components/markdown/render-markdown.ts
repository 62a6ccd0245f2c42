import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { t } from '../texts.js';

interface Options {
  /** Replacements for `{{name}}`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Level of the heading above. The text's own h1 repeats it and is dropped. */
  readonly under: number;
}

/**
 * Renders Markdown as safe HTML: raw markup is escaped, `javascript:` links are dropped, and images are dropped because the
 * console makes no third-party requests.
 */
export function renderMarkdown(markdown: string, { values = {}, under }: Options): string {
  const text = markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  const html = micromark(text, {
    extensions: [gfmTable(), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmTableHtml()],
  });
  return html
    .replace(/<h1>(?:[^<]|<(?!\/?h1>))*<\/h1>\s*/g, '')
    .replace(
      /<(\/?)h([2-6])>/g,
      (_, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + under - 1)}>`,
    )
    .replaceAll('<a href="http', '<a target="_blank" rel="noreferrer" href="http')
    .replaceAll('<table>', `<div class="prose-scroll" tabindex="0" role="group" aria-label="${t.guide.table}"><table>`)
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<div class="prose-code"><pre tabindex="0">')
    .replaceAll('</pre>', `</pre>${COPY}</div>`)
    .replace(/<code>[^<]*<\/code>/g, (code) => (isAddress(code, values) ? `<span>${code}${COPY}</span>` : code));
}

/** Copies the text of the element before it. */
const COPY = `<button type="button" data-copy>${t.guide.copy}</button>`;

function isAddress(code: string, values: Readonly<Record<string, string>>): boolean {
  const text = code.slice('<code>'.length, -'</code>'.length);
  return text.includes('://') && Object.values(values).includes(text);
}
