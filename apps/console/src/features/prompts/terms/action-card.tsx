import type { Action } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import { Card } from '../../../components/ui/card.js';
import { Digest } from '../approval/digest.js';
import { Arguments } from './arguments.js';
import { t as texts } from './texts.js';

const t = texts.action;

interface Props {
  readonly action: Action;
  /** Undefined: the gateway gives none. */
  readonly digest: string | undefined;
}

/** What will be done if people approve, with all arguments in full. Here stand no words of the agent. */
export function ActionCard({ action, digest }: Props) {
  const args = Object.entries(action.args ?? {});
  return (
    <Card title={t.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p dir="auto" className="font-medium wrap-anywhere">
          <code>{visible(action.name)}</code>
        </p>
        <Arguments args={args} />
        {digest !== undefined && <Digest digest={digest} />}
      </div>
    </Card>
  );
}
