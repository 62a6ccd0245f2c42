import { Button } from '../../components/ui/button.js';
import { Copyable } from '../../components/ui/copy.js';
import { Notice } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { exactTime } from '../../lib/time.js';

interface Props {
  readonly link: string;
  readonly expiresAt: string;
  /** What whoever opens it gets. */
  readonly effect: string;
  readonly onDone: () => void;
}

/** A link that the gateway does not show again. */
export function OneTimeLink({ link, expiresAt, effect, onDone }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Copyable text={link} label="Copy the link" />
      <ul className="grid list-disc gap-1 pl-5 text-sm wrap-anywhere text-soft">
        <li>{effect}</li>
        <li>
          It works once, and ends <Time at={expiresAt} /> ({exactTime(expiresAt)}).
        </li>
        <li>The gateway sends nothing: pass it on by a way that only they can read.</li>
      </ul>
      <Notice tone="wait">It is shown only now. If it gets lost, make another.</Notice>
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          I have passed it on
        </Button>
      </div>
    </div>
  );
}
