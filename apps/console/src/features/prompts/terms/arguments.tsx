import { visible } from '@gateway/contract/values';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { classes } from '../../../components/ui/classes.js';
import { visibleArgument } from '../visible-lines.js';
import { t as texts } from './texts.js';

const t = texts.action;

/** Longer values begin shortened. */
const LONG_CHARACTERS = 1000;
const LONG_LINES = 15;

/** Arguments with their values. Hidden characters appear as escapes. */
export function Arguments({ args }: { readonly args: readonly (readonly [string, unknown])[] }) {
  if (args.length === 0) return null;
  return (
    <table aria-label={t.args} className="w-full table-fixed text-sm max-sm:block">
      <tbody className="divide-y divide-line max-sm:block">
        {args.map(([key, value]) => (
          <tr key={key} className="align-top max-sm:block">
            <th
              scope="row"
              dir="auto"
              className="w-1/3 py-2 pr-3 text-left font-normal text-soft wrap-anywhere max-sm:block max-sm:w-full max-sm:pb-0"
            >
              {visible(key)}
            </th>
            <td className="py-2 max-sm:block">
              <Value value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const look = 'font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap';

function Value({ value }: { readonly value: unknown }) {
  const [isWhole, setIsWhole] = useState(false);
  const text = visibleArgument(value, 2);
  const short = shortened(text);
  if (value === '') return <span className="text-soft">{t.empty}</span>;
  return (
    <>
      <div dir="auto" className={classes(look, short !== text && 'print:hidden')}>
        {isWhole ? text : short}
        {!isWhole && short !== text && '…'}
      </div>
      {/* Paper has no button. */}
      {short !== text && (
        <div dir="auto" className={classes(look, 'hidden print:block')}>
          {text}
        </div>
      )}
      {short !== text && (
        <Button size="small" className="mt-2 print:hidden" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t.less : t.all(text.length)}
        </Button>
      )}
    </>
  );
}

function shortened(text: string): string {
  const lines = text.split('\n').slice(0, LONG_LINES).join('\n');
  // Not between the halves of a character.
  return lines.length <= LONG_CHARACTERS ? lines : lines.slice(0, LONG_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
}
