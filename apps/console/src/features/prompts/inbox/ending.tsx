import { TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Time } from '../../../components/ui/time.js';
import { isSoon, subscribeToTime } from '../../../lib/time.js';

/** When a pending prompt expires. In the last 15 minutes it is red, with an icon and a word. */
export function Ending({ at, word = true }: { readonly at: string | null; readonly word?: boolean }) {
  return at === null ? <span className="whitespace-nowrap">never expires</span> : <Expiry at={at} word={word} />;
}

function Expiry({ at, word }: { readonly at: string; readonly word: boolean }) {
  const urgent = useSyncExternalStore(subscribeToTime, () => isSoon(at));
  const text = (
    <>
      {word && 'expires '}
      <Time at={at} />
    </>
  );
  if (!urgent) return <span className="whitespace-nowrap">{text}</span>;
  return (
    <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-bad">
      <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
      <span className="sr-only">Urgent: </span>
      {text}
    </span>
  );
}
