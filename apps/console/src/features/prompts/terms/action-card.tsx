import { visible, type Action } from '@gateway/contract';
import { Badge, type Tone } from '../../../components/ui/badge.js';
import { Card } from '../../../components/ui/card.js';
import { LinkedText } from '../../../components/rich-text/rich-text.js';
import { visibleLines } from '../visible-lines.js';
import { Arguments } from './arguments.js';

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
            <LinkedText text={visibleLines(summary)} />
          </p>
        )}
        <Arguments args={args} />
      </div>
    </Card>
  );
}
