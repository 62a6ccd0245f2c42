import { visible } from '@gateway/contract';
import type { RequestedBy } from '../ports/rows.js';

/** The line of a question that says for whom the agent acts. The gateway writes it: see `markImitations`. */
export function requesterLine({ name, personId, userId, verified }: RequestedBy): string {
  const who = name ?? personId ?? `the user ${userId ?? ''}`;
  return `Requested by${verified ? '' : ' (as the agent says)'}: ${visible(who)}`;
}

const mark = '(text of the agent) ';

/** Marks what reads like the line of the gateway in a text of the agent, also with letters of other scripts that look the same. */
export function markImitations(text: string): string {
  const { plain, places } = plainOf(text);
  let marked = '';
  let from = 0;
  for (const { index } of plain.matchAll(imitation)) {
    const at = places[index] ?? 0;
    marked += text.slice(from, at) + mark;
    from = at;
  }
  return marked + text.slice(from);
}

const imitation = /requested[^a-z0-9]{0,12}by[^a-z0-9:(]{0,12}[:(\u02D0\u02F8\u2236\uA789]/g;

/** The lower-case Latin letters that people read, and where each is in the text. */
function plainOf(text: string): { readonly plain: string; readonly places: readonly number[] } {
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const read = character < '\u0080' ? character.toLowerCase() : letterOf(character);
    plain += read;
    for (let unit = 0; unit < read.length; unit += 1) places.push(at);
    at += character.length;
  }
  return { plain, places };
}

function letterOf(character: string): string {
  const [base = ''] = character.normalize('NFKD').toLowerCase();
  return /[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(base) ? '' : (lookAlikes.get(base) ?? base);
}

/** Letters of other scripts that look like one of `requested by`. */
const lookAlikes = new Map(
  Object.entries({ r: 'гꭇ', e: 'еєҽε', q: 'ԛզ', u: 'υսц', s: 'ѕꜱ', t: 'тτ', d: 'ԁժ', b: 'вьƅβ', y: 'уүγ' }).flatMap(
    ([latin, others]) => [...others].map((other) => [other, latin] as const),
  ),
);
