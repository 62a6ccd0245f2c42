import type { Verdict } from '@gateway/contract';
import { Badge, type Tone } from '../../components/ui/badge.js';
import { t } from './texts.js';

const tones: Record<Verdict, Tone> = { ask: 'wait', allow: 'good', deny: 'bad' };

/** What a rule says, as one word. */
export function VerdictBadge({ verdict }: { readonly verdict: Verdict }) {
  return <Badge tone={tones[verdict]}>{t.verdicts[verdict]}</Badge>;
}
