import type { PromptRecord } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/ui/badge.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { useSession } from '../../../lib/session/session.js';
import { undoTime } from '../inbox/preferences.js';
import { heldAnswers } from '../inbox/sending.js';
import { Arguments } from '../terms/arguments.js';
import { riskTones } from '../terms/risk.js';
import { t as terms } from '../terms/texts.js';
import { commonArguments, type SharedAnswer } from './alike.js';
import { BatchTable } from './batch-table.js';
import { t as texts } from './texts.js';

const t = texts.dialog;

interface Props {
  readonly shared: SharedAnswer;
  /** Alike prompts, at least one. */
  readonly prompts: readonly PromptRecord[];
  readonly onAnswered: () => void;
  readonly onClose: () => void;
}

/** Asks once for all prompts: shows what they have in common, and in what they differ. */
export function BatchDialog({ shared, prompts, onAnswered, onClose }: Props) {
  const { operator } = useSession();
  const ms = undoTime();
  const send = () => {
    heldAnswers.hold(prompts, { answer: shared.answer, label: shared.label, operatorId: operator.id, ms });
    onAnswered();
    onClose();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={<Filled text={t.title(prompts.length)} parts={{ answer: <bdi>{shared.label}</bdi> }} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
        {prompts[0] && <Common prompt={prompts[0]} />}
        {/* People must see what an answer lets run. */}
        <Arguments args={commonArguments(prompts)} />
        <BatchTable prompts={prompts} />
        <p className="text-soft">{ms > 0 ? t.undoHelp : t.help}</p>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button look="primary" onClick={send}>
            {t.send(prompts.length)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The channel, the policy, the risk and the action, which alike prompts share. The arguments follow the action. */
function Common({ prompt: { channel_id: channel, action, policy } }: { readonly prompt: PromptRecord }) {
  const risk = action?.risk ?? null;
  return (
    <dl className="flex flex-wrap items-center gap-x-5 gap-y-1.5">
      <Shared name={t.channel}>{channel}</Shared>
      {policy && (
        <Shared name={terms.facts.policy}>
          <bdi>{policy.name}</bdi>
        </Shared>
      )}
      {risk !== null && (
        <Shared name={terms.action.says}>
          <Badge tone={riskTones[risk]}>{terms.action.risk[risk]}</Badge>
        </Shared>
      )}
      {action && (
        <Shared name={terms.action.title}>
          <code>{visible(action.name)}</code>
        </Shared>
      )}
    </dl>
  );
}

function Shared({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <dt className="text-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
