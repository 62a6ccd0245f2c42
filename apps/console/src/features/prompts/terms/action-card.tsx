import type { Action, PromptRecord } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card.js';
import { Digest } from '../approval/digest.js';
import { Arguments } from './arguments.js';
import { DrawnFields } from './drawn-fields.js';
import { t as texts } from './texts.js';

const t = texts.action;

interface Props {
  readonly prompt: Pick<PromptRecord, 'action_digest' | 'drawn'>;
  readonly action: Action;
  /** What the gateway says about the action, below it. */
  readonly children?: ReactNode;
}

/** What will be done if people approve, with all arguments in full. Here stand no words of the agent. */
export function ActionCard({ prompt: { action_digest: digest, drawn }, action, children }: Props) {
  const { title = null, fields = [] } = drawn ?? {};
  // What a field draws in full is not repeated. A path with a dot leads to a part of an argument, never to one with a dot in its name.
  const paths = new Set(fields.map(({ path }) => path).filter((path) => !path.includes('.')));
  const args = Object.entries(action.args ?? {}).filter(([key]) => !paths.has(key));
  return (
    <Card title={t.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {title !== null && (
          <p dir="auto" className="font-semibold wrap-anywhere">
            {visible(title)}
          </p>
        )}
        <p dir="auto" className="font-medium wrap-anywhere">
          <code>{visible(action.name)}</code>
        </p>
        <DrawnFields fields={fields} />
        <Arguments args={args} />
        {digest !== undefined && <Digest digest={digest} />}
        {children}
      </div>
    </Card>
  );
}
