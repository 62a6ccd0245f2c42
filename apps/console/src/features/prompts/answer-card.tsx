import { answerPrompt, GatewayError, type PromptRecord } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Card } from '../../components/ui/card.js';
import { Failure, Notice } from '../../components/ui/states.js';
import { Time } from '../../components/ui/time.js';
import { call, reasonOf } from '../../lib/api.js';
import { AnswerForm, type GivenAnswer } from './answer-form.js';
import { promptQuery, refreshPrompts } from './queries.js';
import { answerer } from './format.js';

/** What was answered; until then the means to answer. */
export function AnswerCard({ prompt }: { readonly prompt: PromptRecord }) {
  const client = useQueryClient();
  const attempt = useMutation({
    mutationFn: (answer: GivenAnswer) => call(answerPrompt, { params: { id: prompt.id }, body: answer }),
    onSuccess: (answered) => client.setQueryData(promptQuery(prompt.prompt_num).queryKey, answered),
    // Also after a failure: somebody else may have been quicker, or the answer did arrive and only the reply was lost.
    onSettled: () => refreshPrompts(client),
  });
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form, and the focus in it, are gone.
    if (attempt.isSuccess) outcome.current?.focus({ preventScroll: true });
  }, [attempt.isSuccess]);
  const lateness = attempt.error instanceof GatewayError && attempt.error.status === 409 ? attempt.error : null;

  if (prompt.state === 'pending') {
    return (
      <Card title="Answer">
        <AnswerForm prompt={prompt} busy={attempt.isPending} onAnswer={attempt.mutate} />
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
      {lateness && <Notice tone="wait">Your answer came too late and was not taken. {reasonOf(lateness)}</Notice>}
      <Outcome prompt={prompt} />
    </div>
  );
}

function Outcome({ prompt }: { readonly prompt: PromptRecord }) {
  if (prompt.state === 'answered') {
    const { name, place } = answerer(prompt);
    return (
      <div className="rounded-card bg-good-tint px-5 py-4">
        <p className="text-[0.8125rem] text-good">
          {name} answered in the {place}, <Time at={prompt.answered_at} />
        </p>
        <p className="mt-1 text-lg leading-snug font-semibold break-words whitespace-pre-wrap">{prompt.answer}</p>
      </div>
    );
  }
  return (
    <div className="rounded-card border border-line bg-card px-5 py-4 text-sm text-soft">
      {prompt.closed_reason === 'cancelled'
        ? 'This prompt was withdrawn. It takes no answer any more.'
        : 'Nobody answered in time. This prompt takes no answer any more.'}
    </div>
  );
}
