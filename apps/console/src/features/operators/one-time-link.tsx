import { Button } from '../../components/ui/button.js';
import { Copyable } from '../../components/ui/copy.js';
import { Notice } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { exactTime } from '../../lib/time.js';

interface Props {
  readonly link: string;
  readonly expiresAt: string;
  /** What the link allows. */
  readonly effect: string;
  readonly onDone: () => void;
}

/** A link that is shown once. */
export function OneTimeLink({ link, expiresAt, effect, onDone }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Copyable text={link} label="Copy the link" />
      <ul className="grid list-disc gap-1 pl-5 text-sm wrap-anywhere text-soft">
        <li>{effect}</li>
        <li>
          It works once and expires <Time at={expiresAt} /> ({exactTime(expiresAt)}).
        </li>
        <li>The gateway does not send the link. Share it through a private channel.</li>
      </ul>
      <Notice tone="wait">The link is shown only once. If it is lost, create a new one.</Notice>
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
