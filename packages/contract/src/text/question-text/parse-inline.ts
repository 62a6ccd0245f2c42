/** A part of a text. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly label: string };

const LINK = String.raw`\[(?<label>[^\]\n]{1,500})\]\((?<target>https?:\/\/[^\s()<>]{1,2000})\)`;
const ADDRESS = String.raw`https?:\/\/[^\s<>"\x60]+`;
const CODE = String.raw`\x60(?<code>[^\x60\n]+)\x60`;
// Marks stand at the edge of a word: 2 * 3 * 4, snake_case and a*b*c stay as they are.
const STRONG = String.raw`(?<![\p{L}\p{N}*])\*\*(?<strong>[^\s*](?:[^*\n]*[^\s*])?)\*\*(?![\p{L}\p{N}*])`;
const STAR = String.raw`(?<![\p{L}\p{N}*])\*(?<star>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}*])`;
const LINE = String.raw`(?<![\p{L}\p{N}_])_(?<line>[^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}_])`;

const marked = new RegExp([CODE, LINK, ADDRESS, STRONG, STAR, LINE].join('|'), 'giu');
const addresses = new RegExp(ADDRESS, 'giu');

/** Finds code, links, addresses, bold and italic text. */
export function parseInline(text: string): Inline[] {
  return split(text, marked, (match) => {
    const { code, label, target, strong, star, line } = match.groups ?? {};
    if (code !== undefined) return { kind: 'code', text: code };
    if (label !== undefined && target !== undefined)
      return URL.canParse(target) ? { kind: 'link', href: target, label } : null;
    if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) };
    const em = star ?? line;
    return em === undefined ? linkOf(match[0]) : { kind: 'em', children: parseInline(em) };
  });
}

/** Finds addresses only. */
export const parseAddresses = (text: string): Inline[] => split(text, addresses, ([address]) => linkOf(address));

function split(text: string, pattern: RegExp, partOf: (match: RegExpExecArray) => Inline | null): Inline[] {
  const parts: Inline[] = [];
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const part = partOf(match);
    if (part === null) continue;
    if (match.index > done) parts.push({ kind: 'text', text: text.slice(done, match.index) });
    parts.push(part);
    // An address ends before the punctuation of its sentence.
    done = match.index + (part.kind === 'link' && part.label === part.href ? part.href.length : match[0].length);
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) });
  return parts;
}

function linkOf(found: string): Inline | null {
  const href = withoutEnd(found);
  return URL.canParse(href) ? { kind: 'link', href, label: href } : null;
}

/** Without punctuation at the end, and without a bracket that the address does not open. */
function withoutEnd(address: string): string {
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    if (/[.,;:!?'*_\]}]/.test(last)) continue;
    if (last === ')' && count(address.slice(0, end), ')') > count(address.slice(0, end), '(')) continue;
    break;
  }
  return address.slice(0, end);
}

const count = (text: string, character: string): number => text.split(character).length - 1;

/**
 * The host that a link leads to, as the browser reads it: without user, international names as punycode. Null: its label begins with
 * just that host.
 */
export function hiddenHost(href: string, label: string): string | null {
  const { protocol, host } = new URL(href);
  const plain = `${protocol}//${host}`;
  const rest = label.toLowerCase().startsWith(plain) ? label.slice(plain.length) : null;
  return rest !== null && /^(?:[/?#]|$)/.test(rest) ? null : host;
}
