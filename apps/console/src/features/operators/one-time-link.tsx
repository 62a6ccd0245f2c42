import { Button } from '../../components/ui/button.js';
import { Copyable } from '../../components/ui/copy.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Notice } from '../../components/ui/notice.js';
import { Time } from '../../components/ui/time.js';
import { exactTime } from '../../lib/time/time.js';
import { t } from './texts.js';

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
      <Copyable text={link} label={t.link.copy} />
      <ul className="grid list-disc gap-1 pl-5 text-sm wrap-anywhere text-soft">
        <li>{effect}</li>
        <li>
          <Filled text={t.link.expires(exactTime(expiresAt))} parts={{ relative: <Time at={expiresAt} /> }} />
        </li>
        <li>{t.link.share}</li>
      </ul>
      <Notice tone="wait">{t.link.once}</Notice>
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          {t.link.done}
        </Button>
      </div>
    </div>
  );
}
