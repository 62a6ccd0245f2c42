import { visible, type Action } from '@gateway/contract';
import { Badge, type Tone } from '../../../components/ui/badge.js';
import { Card } from '../../../components/ui/card.js';
import { visibleLines } from '../visible-lines.js';

const risks: Record<NonNullable<Action['risk']>, { readonly label: string; readonly tone: Tone }> = {
  low: { label: 'Low risk', tone: 'good' },
  medium: { label: 'Medium risk', tone: 'wait' },
  high: { label: 'High risk', tone: 'bad' },
};

/** What the agent is about to do, with all arguments in full. */
export function ActionCard({ action }: { readonly action: Action }) {
  const { name, summary, risk } = action;
  const args = Object.entries(action.args ?? {});
  return (
    <Card title="Action" actions={risk !== null && <Badge tone={risks[risk].tone}>{risks[risk].label}</Badge>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p dir="auto" className="font-medium wrap-anywhere">
          <code>{visible(name)}</code>
        </p>
        {summary !== null && summary !== '' && (
          <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
            {visibleLines(summary)}
          </p>
        )}
        <Arguments args={args} />
      </div>
    </Card>
  );
}

/** Longer values scroll. */
const LONG_VALUE = 2000;

/** Arguments with their values. Hidden characters appear as escapes. */
export function Arguments({ args }: { readonly args: readonly (readonly [string, unknown])[] }) {
  if (args.length === 0) return null;
  return (
    <dl aria-label="Arguments" className="grid grid-cols-[minmax(0,1fr)] gap-2.5 text-sm">
      {args.map(([key, value]) => {
        const text = visibleLines(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
        return (
          <div key={key} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <dt dir="auto" className="text-[0.8125rem] text-soft wrap-anywhere">
              {visible(key)}
            </dt>
            <dd
              dir="auto"
              {...(text.length > LONG_VALUE && { tabIndex: 0 })}
              className="max-h-96 overflow-y-auto rounded-control bg-sunken px-3 py-2 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap"
            >
              {text === '' ? <span className="text-soft">(empty)</span> : text}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
