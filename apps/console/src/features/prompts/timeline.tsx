import type { AuditEntry, PromptRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { Ban, Check, CircleX, Hourglass, MessageCircleQuestionMark, TimerOff } from 'lucide-react';
import { Filled } from '../../components/ui/form/filled.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Skeleton } from '../../components/ui/list/states.js';
import { Time } from '../../components/ui/time.js';
import { useActorName } from '../../lib/records/actors.js';
import { useMay, useSession } from '../../lib/session/session.js';
import { ApprovalSteps } from './approval/approval-steps.js';
import { AnswererName } from './answer/answerer-name.js';
import { CallbackSteps } from './callback-steps.js';
import { callbacksQuery, cancellationQuery } from './queries.js';
import { Step } from './step.js';
import { answerer } from './format.js';
import { PolicySteps } from './terms/policy-steps.js';
import { t as texts } from './texts.js';

const t = texts.timeline;

/** The history of a prompt, from its creation to the last callback. */
export function Timeline({ prompt }: { readonly prompt: PromptRecord }) {
  return (
    <ol className="grid">
      <Asked prompt={prompt} />
      <PolicySteps prompt={prompt} />
      <Ended prompt={prompt} />
      <ApprovalSteps prompt={prompt} />
      <Callbacks prompt={prompt} />
    </ol>
  );
}

function Asked({ prompt }: { readonly prompt: PromptRecord }) {
  return <Step icon={MessageCircleQuestionMark} title={useCreation(prompt)} at={prompt.created_at} />;
}

/** Who created the prompt, and how the chat got it. */
function useCreation(prompt: PromptRecord): string {
  const { operator } = useSession();
  const name = useActorName()(prompt);
  const { plain, byYou, by } = prompt.chat_id === null ? t.created : prompt.waiting_for_window ? t.announced : t.posted;
  if (name === null) return plain;
  return prompt.operator_id === operator.id ? byYou : by(name);
}

function Ended({ prompt }: { readonly prompt: PromptRecord }) {
  if (prompt.state === 'pending') {
    const { expires_at: end, waiting_for_window: isTemplate } = prompt;
    return (
      <Step
        icon={Hourglass}
        isOpen
        title={
          end === null ? (
            isTemplate ? (
              t.window
            ) : (
              t.waiting
            )
          ) : (
            <Filled text={isTemplate ? t.windowUntil : t.waitingUntil} parts={{ time: <Time at={end} /> }} />
          )
        }
      />
    );
  }
  if (prompt.state === 'answered') {
    const name = (
      <span className="font-medium">
        <AnswererName prompt={prompt} />
      </span>
    );
    return (
      <Step icon={Check} at={prompt.answered_at} title={<Filled text={answerer(prompt).text} parts={{ name }} />} />
    );
  }
  if (prompt.closed_reason === 'cancelled') return <Cancelled num={prompt.prompt_num} />;
  if (prompt.closed_reason === 'undeliverable') return <Step icon={CircleX} title={t.undeliverable} at={null} />;
  return <Step icon={TimerOff} title={t.expired} at={prompt.expires_at} />;
}

function Cancelled({ num }: { readonly num: number }) {
  const mayReadAudit = useMay('audit:read');
  const entry = useQuery({ ...cancellationQuery(num), enabled: mayReadAudit }).data;
  return <Step icon={Ban} title={cancelledBy(entry?.actor)} at={entry?.at ?? null} />;
}

function cancelledBy(actor: AuditEntry['actor'] | undefined): string {
  if (!actor?.name) return t.cancelled;
  return (actor.kind === 'key' ? t.cancelledByKey : t.cancelledBy)(actor.name);
}

function Callbacks({ prompt }: { readonly prompt: PromptRecord }) {
  const may = useMay('deliveries:read');
  const callbacks = useQuery({ ...callbacksQuery(prompt.prompt_num), enabled: may && prompt.callback_url !== null });
  if (!may || prompt.callback_url === null) return null;
  return (
    <Loaded query={callbacks} loading={prompt.state === 'pending' ? null : <Waiting />}>
      {(all) => all.toReversed().map((callback) => <CallbackSteps key={callback.id} callback={callback} />)}
    </Loaded>
  );
}

function Waiting() {
  return (
    <li className="grid gap-2.5 pl-10">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-8 w-28" />
    </li>
  );
}
