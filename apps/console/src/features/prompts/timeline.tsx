import type { PromptRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { Ban, Check, CircleX, Hourglass, MessageCircleQuestionMark, TimerOff } from 'lucide-react';
import { Loaded, Skeleton } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { useActorName } from '../../lib/actors.js';
import { useMay } from '../../lib/session.js';
import { CallbackSteps } from './callback-steps.js';
import { callbacksQuery, cancellationQuery } from './queries.js';
import { Step } from './step.js';
import { answerer } from './format.js';
import { PolicySteps } from './terms/policy-steps.js';

/** The history of a prompt, from its creation to the last callback. */
export function Timeline({ prompt }: { readonly prompt: PromptRecord }) {
  return (
    <ol className="grid">
      <Asked prompt={prompt} />
      <PolicySteps prompt={prompt} />
      <Ended prompt={prompt} />
      <Callbacks prompt={prompt} />
    </ol>
  );
}

function Asked({ prompt }: { readonly prompt: PromptRecord }) {
  const nameOf = useActorName();
  const name = nameOf(prompt);
  const what = prompt.waiting_for_window ? 'announced in the chat by a template' : 'posted to the chat';
  return (
    <Step
      icon={MessageCircleQuestionMark}
      title={name === null ? `Created and ${what}` : `Created by ${name === 'You' ? 'you' : name} and ${what}`}
      at={prompt.created_at}
    />
  );
}

function Ended({ prompt }: { readonly prompt: PromptRecord }) {
  const waiting = prompt.waiting_for_window
    ? 'Waiting for the window: the person has to ask for the question'
    : 'Waiting for an answer';
  if (prompt.state === 'pending') {
    return (
      <Step
        icon={Hourglass}
        isOpen
        title={
          prompt.expires_at === null ? (
            waiting
          ) : (
            <>
              {waiting}, expires <Time at={prompt.expires_at} />
            </>
          )
        }
      />
    );
  }
  if (prompt.state === 'answered') {
    const { name, action } = answerer(prompt);
    return (
      <Step
        icon={Check}
        at={prompt.answered_at}
        title={
          <>
            <bdi className="font-medium">{name}</bdi> {action}
          </>
        }
      />
    );
  }
  if (prompt.closed_reason === 'cancelled') return <Cancelled num={prompt.prompt_num} />;
  if (prompt.closed_reason === 'undeliverable') return <Step icon={CircleX} title="Could not be delivered" at={null} />;
  return <Step icon={TimerOff} title="Expired without an answer" at={prompt.expires_at} />;
}

function Cancelled({ num }: { readonly num: number }) {
  const mayReadAudit = useMay('audit:read');
  const entry = useQuery({ ...cancellationQuery(num), enabled: mayReadAudit }).data;
  const who = entry?.actor.kind === 'key' ? `key “${entry.actor.name}”` : entry?.actor.name;
  return <Step icon={Ban} title={who ? `Cancelled by ${who}` : 'Cancelled'} at={entry?.at ?? null} />;
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
