import type { PromptRecord } from '@gateway/contract';
import { CheckCheck, Undo2 } from 'lucide-react';
import { Filled } from '../../../components/ui/form/filled.js';
import { useActorName } from '../../../lib/records/actors.js';
import { Step } from '../step.js';
import { t as texts } from './texts.js';

const t = texts.timeline;

/** The use of an approval, or its end, in the timeline. */
export function ApprovalSteps({ prompt }: { readonly prompt: PromptRecord }) {
  const { consumed_at: usedAt = null, consumed_by: keyId = null, withdrawn_at: takenBackAt = null } = prompt;
  const key = useActorName()({ api_key_id: keyId, operator_id: null });
  if (takenBackAt !== null) return <Step icon={Undo2} at={takenBackAt} title={t.takenBack} />;
  if (usedAt === null) return null;
  const by = key !== null && <Filled text={t.usedBy} parts={{ key: <bdi className="font-medium">{key}</bdi> }} />;
  return <Step icon={CheckCheck} at={usedAt} title={by || t.used} />;
}
