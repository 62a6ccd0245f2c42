import type { GrantRecord } from '@gateway/contract';
import { CircleStop } from 'lucide-react';
import { Badge } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { useMay } from '../../lib/session/session.js';
import { coverOf } from './sentences.js';
import { t } from './texts.js';

interface Props {
  readonly grant: GrantRecord;
}

export function StateBadge({ grant: { ended_at } }: Props) {
  return <Badge tone={ended_at === null ? 'good' : 'plain'}>{t.badges[ended_at === null ? 'active' : 'ended']}</Badge>;
}

/** Nothing for one that has ended, and for those who may not end it. */
export function StopButton({ grant, onStop }: Props & { readonly onStop: () => void }) {
  const may = useMay('policies:write');
  if (!may || grant.ended_at !== null) return null;
  return (
    <Button size="small" aria-label={t.stop.named(coverOf(grant))} onClick={onStop}>
      <CircleStop className="size-4" aria-hidden />
      {t.stop.action}
    </Button>
  );
}
