import { TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Filled } from '../../../components/ui/form/filled.js';
import { Time } from '../../../components/ui/time.js';
import { isSoon, subscribeToTime } from '../../../lib/time/time.js';
import { t as texts } from './texts.js';

const t = texts.ending;

/** When a pending prompt expires. In the last 15 minutes it is red, with an icon and a word. */
export function Ending({ at }: { readonly at: string | null }) {
  return at === null ? <span className="whitespace-nowrap">{t.never}</span> : <Expiry at={at} />;
}

function Expiry({ at }: { readonly at: string }) {
  const urgent = useSyncExternalStore(subscribeToTime, () => isSoon(at));
  const text = <Filled text={t.expires} parts={{ time: <Time at={at} /> }} />;
  if (!urgent) return <span className="whitespace-nowrap">{text}</span>;
  return (
    <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-bad">
      <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
      <span>
        <span className="sr-only">{t.urgent} </span>
        {text}
      </span>
    </span>
  );
}
