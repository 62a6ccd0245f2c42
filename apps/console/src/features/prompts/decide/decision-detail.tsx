import type { Decision } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { Arguments } from '../terms/arguments.js';
import { t } from './texts.js';

/** What a person gave with a decision: the response, the changed arguments, the reason. */
export function DecisionDetail({ decision: { value, text, args, reason } }: { readonly decision: Decision }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 not-empty:mt-3">
      {text !== null && <Words>{text}</Words>}
      {value === 'edit' && args !== null && <Arguments args={Object.entries(args)} />}
      {reason !== null && <Words name={t.reason}>{reason}</Words>}
    </div>
  );
}

function Words({ name, children }: { readonly name?: string; readonly children: string }) {
  return (
    <div className="text-sm">
      {name !== undefined && <p className="text-[0.8125rem] text-good">{name}</p>}
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {shownText(children)}
      </p>
    </div>
  );
}
