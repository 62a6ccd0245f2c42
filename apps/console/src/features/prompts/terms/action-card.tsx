import type { Action } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import { Badge } from '../../../components/ui/badge.js';
import { Card } from '../../../components/ui/card.js';
import { LinkedText } from '../../../components/rich-text/rich-text.js';
import { Digest } from '../approval/digest.js';
import { visibleLines } from '../visible-lines.js';
import { Arguments } from './arguments.js';
import { riskTones } from './risk.js';
import { t as texts } from './texts.js';

const t = texts.action;

interface Props {
  readonly action: Action;
  /** Undefined: the gateway gives none. */
  readonly digest: string | undefined;
}

/** What the agent is about to do, with all arguments in full. */
export function ActionCard({ action, digest }: Props) {
  const { name, summary, risk } = action;
  const args = Object.entries(action.args ?? {});
  return (
    <Card title={t.title} actions={risk !== null && <Badge tone={riskTones[risk]}>{t.risk[risk]}</Badge>}>
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
        {digest !== undefined && <Digest digest={digest} />}
      </div>
    </Card>
  );
}
