import type { ReceiverRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { ReceiverLink } from '../../components/receiver-link.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Notice } from '../../components/ui/notice.js';
import { Time } from '../../components/ui/time.js';
import { failingReceiversQuery } from '../../lib/records/receivers.js';
import { t } from './texts.js';

/** Further receivers are collapsed. */
const SHOWN = 3;

/** A notice for each receiver that is reported as failing. */
export function FailingReceivers() {
  return (
    <Loaded query={useQuery(failingReceiversQuery)} loading={<></>} bare>
      {(receivers) => (
        <>
          <Notices receivers={receivers.slice(0, SHOWN)} />
          {receivers.length > SHOWN && (
            <details>
              <summary className="w-fit rounded text-sm text-accent">
                {t.failing.more(receivers.length - SHOWN)}
              </summary>
              <div className="mt-2.5 grid gap-2.5">
                <Notices receivers={receivers.slice(SHOWN)} />
              </div>
            </details>
          )}
        </>
      )}
    </Loaded>
  );
}

function Notices({ receivers }: { readonly receivers: readonly ReceiverRecord[] }) {
  return receivers.map((receiver) => (
    <Notice key={receiver.destination} tone="bad">
      <p>
        <Filled
          text={t.failing.receiver(receiver.failed_attempts)}
          parts={{
            receiver: <ReceiverLink receiver={receiver} />,
            time: <Time at={receiver.failing_since} />,
          }}
        />
      </p>
      {receiver.last_error !== null && <p className="wrap-anywhere">{t.failing.lastError(receiver.last_error)}</p>}
    </Notice>
  ));
}
