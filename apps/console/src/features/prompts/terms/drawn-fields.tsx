import type { DrawnAction } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import { ForeignLink } from '../../../components/rich-text/foreign-link.js';
import { classes } from '../../../components/ui/classes.js';
import { visibleLines } from '../visible-lines.js';
import { t as texts } from './texts.js';

const t = texts.action;

type Drawn = DrawnAction['fields'][number];

/** The arguments that a rule draws first, by its labels. */
export function DrawnFields({ fields }: { readonly fields: readonly Drawn[] }) {
  if (fields.length === 0) return null;
  return (
    <table aria-label={t.drawn} className="w-full table-fixed text-sm max-sm:block">
      <tbody className="divide-y divide-line max-sm:block">
        {fields.map(({ label, value, as }, index) => (
          // Two fields can have the same label.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index} className="align-top max-sm:block">
            <th
              scope="row"
              dir="auto"
              className="w-1/3 py-2 pr-3 text-left font-medium wrap-anywhere max-sm:block max-sm:w-full max-sm:pb-0"
            >
              {visible(label)}
            </th>
            <td className="py-2 max-sm:block">
              <Value value={value} as={as} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const code = 'font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap';

function Value({ value, as }: Pick<Drawn, 'value' | 'as'>) {
  if (value === '') return <span className="text-soft">{t.empty}</span>;
  if (as === 'diff') return <Diff text={value} />;
  if (as === 'link' && isHttps(value)) return <ForeignLink href={value} label={value} />;
  return (
    <div dir="auto" className={as === 'code' ? code : 'wrap-anywhere whitespace-pre-wrap'}>
      {visibleLines(value)}
    </div>
  );
}

/** Added and removed lines have colours besides their signs. */
function Diff({ text }: { readonly text: string }) {
  return (
    <div dir="ltr" className={classes(code, 'rounded-control bg-sunken py-1')}>
      {visibleLines(text)
        .split('\n')
        .map((line, index) => (
          // Lines can be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={classes('min-h-lh px-2', lookOf(line))}>
            {line}
          </div>
        ))}
    </div>
  );
}

function lookOf(line: string): string | undefined {
  if (/^\+(?!\+\+ )/.test(line)) return 'bg-good-tint text-good';
  if (/^-(?!-- )/.test(line)) return 'bg-bad-tint text-bad';
  return line.startsWith('@@') ? 'text-info' : undefined;
}

/** Only addresses that the text shows in full become links. */
const isHttps = (value: string): boolean =>
  /^https:\/\/[^\s]+$/i.test(value) && URL.canParse(value) && visible(value) === value;
