import { readFileSync } from 'node:fs';
import { decisionValues, defaultLabels, plainText, shownText } from '@gateway/contract';
import type { BrowserContext, Page } from '@playwright/test';

/** All texts in an area of the page: what is visible, and what a screen reader says. Without code. */
export function textsIn(page: Page, area: string): Promise<string[]> {
  return page.evaluate((selector) => {
    // The API reference is English in each language.
    const code = 'script, style, noscript, code, pre, kbd, .prose, .api-reference';
    const names = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-roledescription'];
    const found = new Set<string | null>(selector === 'body' ? [document.title] : []);
    for (const element of document.querySelectorAll(`:is(${selector}), :is(${selector}) *`)) {
      if (element.closest(code) || !(element.closest('select') ?? element).checkVisibility()) continue;
      for (const { nodeType, nodeValue } of element.childNodes) if (nodeType === Node.TEXT_NODE) found.add(nodeValue);
      for (const name of names) found.add(element.getAttribute(name));
      if (element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text'))
        found.add(element.value);
    }
    return [...found].map((text) => text?.replaceAll(/\s+/g, ' ').trim() ?? '').filter((text) => text !== '');
  }, area);
}

/**
 * Collects what the gateway sends to the pages of a context: names, ids, questions, and texts that the console shows as they are.
 * Returns the function that returns all of it so far.
 */
export function collectData(context: BrowserContext): () => Promise<ReadonlySet<string>> {
  const data = new Set<string>();
  const pending: Promise<void>[] = [];
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      const text = value.replaceAll(/\s+/g, ' ').trim();
      // Deceptive characters are shown as escapes, and a list shows a question without the marks of Markdown.
      for (const form of [text, shownText(text), shownText(plainText(text))]) data.add(form);
      // Of an address, a list shows what comes after the host.
      if (URL.canParse(text)) data.add(text.slice(new URL(text).origin.length));
      // A decision is shown by the label of its button in the chat.
      const decision = decisionValues.find((one) => one === value);
      if (decision) data.add(defaultLabels[decision]);
    } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) add(part);
  };
  context.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('json')) return;
    // A page that is left gives up its requests.
    pending.push(response.json().then(add, () => {}));
  });
  return async () => {
    await Promise.all(pending);
    data.delete('');
    return data;
  };
}

/** Names and terms that are the same in both languages, besides those of the glossary. */
const names = [
  'Gateway',
  'Webhook',
  'Chrome',
  'Linux',
  'Prometheus',
  'OpenAPI',
  'JSON',
  'CSV',
  'NDJSON',
  'cURL',
  'UTC',
];
/** Units, words that are also German, and words of code. */
const words =
  `Admin Agent Details Export Installation Monitoring Name Option optional Problem Status System Text Version
  Body Secret sha256 signature timestamp TypeScript Python min Deutsch English`.split(/\s+/);

/** Words that may be the same in both languages, in lower case. */
export function sharedWords(): ReadonlySet<string> {
  const glossary = new URL('../../apps/console/src/languages/README.md', import.meta.url);
  const rows = readFileSync(glossary, 'utf8').matchAll(/^\| (.+?) \| (.+?) \|/gm);
  const terms = [...rows].flatMap(([, english = '', german = '']) => {
    const translated = new Set(wordsOf(german.toLowerCase()));
    return wordsOf(english.toLowerCase()).filter((word) => translated.has(word));
  });
  return new Set([...terms, ...names, ...words].map((word) => word.toLowerCase()));
}

/** Texts of both languages that have a word which neither is data nor may be the same. */
export function untranslated(
  english: readonly string[],
  other: readonly string[],
  data: ReadonlySet<string>,
  shared: ReadonlySet<string>,
): string[] {
  // The longest first: a name may be part of another one.
  const values = [...data].toSorted((a, b) => b.length - a.length);
  const isData = (text: string) => {
    // A time zone, such as "America/New York".
    if (/^[A-Z]\w+\/[A-Z]/.test(text)) return true;
    // A filter of the API in the audit log, such as "status_code=500-599", is not translated.
    const rest = values
      .filter((value) => text.includes(value))
      .reduce((left, value) => left.replaceAll(wholeWords(value), ' '), text)
      .replaceAll(/(?<!\S)[a-z_]+=\S*|https?:\S+|(?<!\S)\/\S+/g, ' ');
    return wordsOf(rest).every((word) => shared.has(word.toLowerCase()));
  };
  return english.filter((text) => other.includes(text) && !isData(text));
}

const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => /\p{L}{3}/u.test(word));

const wholeWords = (text: string) => new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(text)}(?![\\p{L}\\p{N}_])`, 'gu');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
