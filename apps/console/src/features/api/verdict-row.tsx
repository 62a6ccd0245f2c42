import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { classes } from '../../components/ui/classes.js';
import { CopyButton } from '../../components/ui/copy.js';
import { Filled } from '../../components/ui/form/filled.js';
import type { Verdict } from './signature.js';
import { t as texts } from './texts.js';

const t = texts.check;

const looks = {
  valid: { icon: CircleCheck, tone: 'text-good' },
  invalid: { icon: CircleX, tone: 'text-bad' },
  incomplete: { icon: CircleDashed, tone: 'text-soft' },
} as const;

/** The result of one signature check with the expected value. */
export function VerdictRow({ verdict }: { readonly verdict: Verdict }) {
  const { icon: Icon, tone } = looks[verdict.state];
  return (
    <li className="flex gap-3 border-b border-line py-3.5 first:pt-0 last:border-0 last:pb-0">
      <Icon className={classes('size-5 shrink-0', tone)} aria-hidden />
      <div className="grid min-w-0 flex-1 gap-1 text-sm">
        <p>
          <code>{verdict.header}</code>
          <span className={classes('ml-2 font-medium', tone)}>{verdict.title}</span>
        </p>
        {verdict.details.map((detail) => (
          <p key={detail} className="text-soft">
            {detail}
          </p>
        ))}
        {verdict.state !== 'valid' && verdict.expected !== null && (
          <p className="flex min-w-0 items-center gap-1 text-soft">
            <span className="min-w-0 flex-1">
              <Filled
                text={t.expected}
                parts={{ signature: <code className="break-all text-ink">{verdict.expected}</code> }}
              />
            </span>
            <CopyButton text={verdict.expected} label={t.copyExpected} />
          </p>
        )}
      </div>
    </li>
  );
}
