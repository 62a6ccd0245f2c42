import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Time } from '../../../components/ui/time.js';
import type { ChannelDetail } from '../queries.js';
import { t } from './texts.js';

/** What traffic has proven since the credentials or the chat were last set. */
export function Proofs({ channel }: { readonly channel: ChannelDetail }) {
  return (
    <dl className="grid gap-3 text-sm sm:grid-cols-3">
      {(['asked', 'answered', 'received'] as const).map((kind) => {
        const proof = channel.health.proofs[kind];
        const Mark = proof === null ? CircleDashed : CircleCheck;
        return (
          <div key={kind}>
            <dt className="flex items-center gap-1.5 text-soft">
              <Mark className={`size-4 shrink-0 ${proof === null ? '' : 'text-good'}`} aria-hidden />
              {t.health.proofs[kind]}
            </dt>
            <dd>
              <Time at={proof?.at ?? null} none={t.health.proofs.none} />
              {proof !== null && proof.prompt_id !== null && (
                <>
                  {' '}
                  <Link
                    to="/prompts/$num"
                    params={{ num: proof.prompt_id.slice(1) }}
                    search={{ state: 'all' }}
                    className="underline underline-offset-2"
                  >
                    {proof.prompt_id}
                  </Link>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
