import type { Decision } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { classes } from '../../../components/ui/classes.js';
import { Arguments } from '../terms/arguments.js';
import { t } from './texts.js';

interface Props {
  readonly decision: Decision;
  /** The action must not run: the colour of the answer. */
  readonly isRefused: boolean;
}

/** What a person gave with a decision: the response, the changed arguments, the reason. */
export function DecisionDetail({ decision: { value, text, args, reason }, isRefused }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 not-empty:mt-3">
      {text !== null && <Words>{text}</Words>}
      {value === 'edit' && args !== null && <Arguments args={Object.entries(args)} />}
      {reason !== null && (
        <div>
          <p className={classes('text-[0.8125rem]', isRefused ? 'text-bad' : 'text-good')}>{t.reason}</p>
          <Words>{reason}</Words>
        </div>
      )}
    </div>
  );
}

function Words({ children }: { readonly children: string }) {
  return (
    <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
      {shownText(children)}
    </p>
  );
}
