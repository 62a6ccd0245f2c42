import { answerPrompt, GatewayError, type PromptAnswerers, type PromptRecord } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Card } from '../../components/ui/card.js';
import { Failure, Notice } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { call, reasonOf } from '../../lib/api.js';
import { useDirectory } from '../../lib/directory.js';
import { capitalised } from '../../lib/names.js';
import { useSession } from '../../lib/session.js';
import { AnswerForm, type GivenAnswer } from './answer-form.js';
import { promptQuery, refreshPrompts } from './queries.js';
import { DecisionDetail } from './decide/decision-detail.js';
import { DecisionForm } from './decide/decision-form.js';
import { answerer, answerText } from './format.js';
import { AddAnswerer } from './terms/add-answerer.js';
import { choiceOf, isVoteOf } from './terms/progress.js';
import { missingText } from './waiting/missing-text.js';
import { ReasonForm } from './waiting/reason-form.js';

interface Props {
  readonly prompt: PromptRecord;
  /** Undefined: not loaded. */
  readonly answerers: PromptAnswerers | undefined;
}

/** The answer of a prompt, or the form to answer it. */
export function AnswerCard({ prompt, answerers }: Props) {
  const client = useQueryClient();
  const attempt = useMutation({
    mutationFn: (answer: GivenAnswer) => call(answerPrompt, { params: { id: prompt.id }, body: answer }),
    onSuccess: (answered) => client.setQueryData(promptQuery(prompt.prompt_num).queryKey, answered),
    // Also after an error: someone else may have answered first, or only the response was lost.
    onSettled: () => refreshPrompts(client),
  });
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (attempt.isSuccess) outcome.current?.focus({ preventScroll: true });
  }, [attempt.isSuccess]);
  const reasonUntil = answerers?.you.reason_until ?? null;
  const conflict = attempt.error instanceof GatewayError && attempt.error.status === 409 ? attempt.error : null;

  if (prompt.state === 'pending') {
    return (
      <Card title={prompt.decisions ? 'Decide' : 'Answer'} help={whoAnswers(prompt, answerers)}>
        <OwnVote prompt={prompt} />
        {typeof answerers?.you.refusal === 'string' ? (
          <Notice tone="wait">{answerers.you.refusal}</Notice>
        ) : (
          <Form prompt={prompt} busy={attempt.isPending} onAnswer={attempt.mutate} />
        )}
        {attempt.isError && (
          <div className="-mx-4">
            <Failure error={attempt.error} />
          </div>
        )}
      </Card>
    );
  }
  return (
    <div ref={outcome} tabIndex={-1} role="status" className="grid gap-3 outline-none">
      {conflict && <Notice tone="wait">Your answer was too late and was not accepted. {reasonOf(conflict)}</Notice>}
      <Outcome prompt={prompt} />
      {prompt.decision && reasonUntil !== null && (
        <ReasonForm prompt={prompt} decision={prompt.decision} until={reasonUntil} />
      )}
    </div>
  );
}

/** For whom the prompt waits. With a policy, the votes say it. */
function whoAnswers({ policy }: PromptRecord, answerers: PromptAnswerers | undefined): string | undefined {
  if (policy || !answerers || answerers.anybody || answerers.missing_count === 0) return undefined;
  return `${capitalised(missingText(answerers))}.`;
}

interface FormProps {
  readonly prompt: PromptRecord;
  readonly busy: boolean;
  readonly onAnswer: (answer: GivenAnswer) => void;
}

function Form(props: FormProps) {
  const { decisions } = props.prompt;
  // A changed vote begins with an empty form.
  const key = props.prompt.votes?.map(({ at }) => at).join(' ');
  return decisions ? <DecisionForm key={key} {...props} decisions={decisions} /> : <AnswerForm key={key} {...props} />;
}

/** The vote of the operator, which counts already. */
function OwnVote({ prompt }: { readonly prompt: PromptRecord }) {
  const { operator } = useSession();
  const directory = useDirectory();
  const vote = prompt.votes?.find(isVoteOf(operator.id, directory));
  return (
    <div role="status" className="not-empty:mb-4">
      {vote && <Notice tone="good">Your vote counts: {choiceOf(prompt, vote)}. You can change it below.</Notice>}
    </div>
  );
}

const endings = {
  ttl: 'This prompt expired and can no longer be answered.',
  cancelled: 'This prompt was cancelled and can no longer be answered.',
  undeliverable: 'This prompt did not reach the chat and can no longer be answered.',
};

function Outcome({ prompt }: { readonly prompt: PromptRecord }) {
  if (prompt.state === 'answered') {
    const { name, action } = answerer(prompt);
    return (
      <div className="rounded-card bg-good-tint px-5 py-4">
        <p className="text-[0.8125rem] text-good">
          {name} {action}, <Time at={prompt.answered_at} />
        </p>
        <p dir="auto" className="mt-1 text-lg leading-snug font-semibold wrap-anywhere whitespace-pre-wrap">
          {answerText(prompt)}
        </p>
        {prompt.decision && <DecisionDetail decision={prompt.decision} />}
        <AddAnswerer prompt={prompt} />
      </div>
    );
  }
  return (
    <div className="rounded-card border border-line bg-card px-5 py-4 text-sm text-soft">
      {endings[prompt.closed_reason ?? 'ttl']}
      {prompt.closed_detail !== null && (
        <p dir="auto" className="mt-1 wrap-anywhere text-ink">
          {prompt.closed_detail}
        </p>
      )}
    </div>
  );
}
