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

/** The answer of a prompt, or the form to answer it. */
export function AnswerCard({ prompt }: { readonly prompt: PromptRecord }) {
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
  const conflict = attempt.error instanceof GatewayError && attempt.error.status === 409 ? attempt.error : null;

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
      {conflict && <Notice tone="wait">Your answer was too late and was not accepted. {reasonOf(conflict)}</Notice>}
      <Outcome prompt={prompt} />
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
      {endings[prompt.closed_reason ?? 'ttl']}
      {prompt.closed_detail !== null && <p className="mt-1 break-words text-ink">{prompt.closed_detail}</p>}
    </div>
  );
}
