import type { PromptAnswerers, PromptRecord } from '@gateway/contract';
import { GatewayError, shownText } from '@gateway/contract/values';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { classes } from '../../../components/ui/classes.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Notice } from '../../../components/ui/notice.js';
import { Failure } from '../../../components/ui/list/states.js';
import { Time } from '../../../components/ui/time.js';
import { reasonOf } from '../../../lib/api.js';
import { useDirectory } from '../../../lib/records/directory.js';
import { useSession } from '../../../lib/session/session.js';
import { AnswerForm, type GivenAnswer } from './answer-form.js';
import { NotSent, useHeld } from '../inbox/held-answers.js';
import { useInbox } from '../inbox/inbox-context.js';
import { undoTime } from '../inbox/preferences.js';
import { heldAnswers } from '../inbox/sending.js';
import { drawnChoice } from '../decide/choices.js';
import { DecisionDetail } from '../decide/decision-detail.js';
import { DecisionForm } from '../decide/decision-form.js';
import { AnswerFiles } from './answer-files.js';
import { AnswerText } from './answer-text.js';
import { AnswererName } from './answerer-name.js';
import { isApproval } from '../approval/approval.js';
import { answerer } from '../format.js';
import { AddAnswerer } from '../terms/add-answerer.js';
import { choiceOf, isVoteOf } from '../terms/progress.js';
import { t as texts } from '../texts.js';
import { drawnLabel } from '../voices.js';
import { missingText } from '../waiting/missing-text.js';
import { ReasonForm } from '../waiting/reason-form.js';

const t = texts.answer;

interface Props {
  readonly prompt: PromptRecord;
  /** Undefined: not loaded. */
  readonly answerers: PromptAnswerers | undefined;
}

/** The answer of a prompt, or the form to answer it. */
export function AnswerCard({ prompt, answerers }: Props) {
  const { operator } = useSession();
  const { openNext } = useInbox();
  const held = useHeld(heldAnswers).find(({ num }) => num === prompt.prompt_num);
  const error = held?.phase === 'failed' ? held.error : null;
  const wasHeld = useRef(false);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (held) wasHeld.current = true;
    else if (wasHeld.current) outcome.current?.focus({ preventScroll: true });
  }, [held]);
  const answer = (given: GivenAnswer) => {
    heldAnswers.hold([prompt], {
      answer: given,
      label: labelOf(prompt, given),
      operatorId: operator.id,
      ms: undoTime(),
    });
    openNext(prompt.prompt_num);
  };
  const reasonUntil = answerers?.you.reason_until ?? null;
  const isTooLate = error instanceof NotSent || (error instanceof GatewayError && error.status === 409);

  if (prompt.state === 'pending') {
    return (
      <Card className="print:hidden" title={prompt.decisions ? t.decide : t.title} help={whoAnswers(prompt, answerers)}>
        <OwnVote prompt={prompt} />
        {held?.phase === 'waiting' ? (
          <Waiting label={held.label} onUndo={() => heldAnswers.undo(held.num)} />
        ) : typeof answerers?.you.refusal === 'string' ? (
          <Notice tone="wait">{answerers.you.refusal}</Notice>
        ) : (
          <Form prompt={prompt} busy={held?.phase === 'sending'} onAnswer={answer} />
        )}
        {error !== null && (
          <div className="-mx-4">
            <Failure error={error} />
          </div>
        )}
      </Card>
    );
  }
  return (
    <div ref={outcome} tabIndex={-1} role="status" className="grid gap-3 outline-none">
      {isTooLate && (
        <Notice tone="wait">
          {error instanceof NotSent ? t.notSent : t.tooLate} {reasonOf(error)}
        </Notice>
      )}
      <Outcome prompt={prompt} />
      {prompt.decision && reasonUntil !== null && (
        <ReasonForm prompt={prompt} decision={prompt.decision} until={reasonUntil} />
      )}
    </div>
  );
}

/** The answer as people read it. A text has no sign: a person wrote it. */
function labelOf(prompt: PromptRecord, given: GivenAnswer): string {
  if (given.type === 'decision') return drawnChoice(prompt, { value: given.value, grantSec: given.grant_sec ?? null });
  const shown = shownText(given.value);
  return given.type === 'option' ? drawnLabel(prompt, given.value, shown) : shown;
}

function Waiting({ label, onUndo }: { readonly label: string; readonly onUndo: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-info-tint px-4 py-3 text-sm text-info outline-none"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="line-clamp-3 font-medium">{label}</bdi> {t.waiting}
      </p>
      <Button size="small" onClick={onUndo}>
        {t.undo}
      </Button>
    </div>
  );
}

/** For whom the prompt waits. With a policy, the votes say it. */
function whoAnswers({ policy }: PromptRecord, answerers: PromptAnswerers | undefined): string | undefined {
  if (policy || !answerers || answerers.anybody || answerers.missing_count === 0) return undefined;
  return missingText(answerers);
}

interface FormProps {
  readonly prompt: PromptRecord;
  readonly busy: boolean;
  readonly onAnswer: (answer: GivenAnswer) => void;
}

function Form(props: FormProps) {
  const { decisions, prompt_num: num, votes = [] } = props.prompt;
  // Another prompt and a changed vote begin with an empty form and a bar of its own, an answer that was undone or not sent with itself.
  const key = [num, ...votes.map(({ at }) => at)].join(' ');
  const draft = heldAnswers.draftOf(num);
  return decisions ? (
    <DecisionForm key={key} {...props} decisions={decisions} draft={draft} />
  ) : (
    <AnswerForm key={key} {...props} draft={draft} />
  );
}

/** The vote of the operator, which counts already. */
function OwnVote({ prompt }: { readonly prompt: PromptRecord }) {
  const { operator } = useSession();
  const directory = useDirectory();
  const vote = prompt.votes?.find(isVoteOf(operator.id, directory));
  return (
    <div role="status" className="not-empty:mb-4">
      {vote && (
        <Notice tone="good">
          <Filled text={t.ownVote} parts={{ choice: <bdi>{choiceOf(prompt, vote)}</bdi> }} />
        </Notice>
      )}
    </div>
  );
}

function Outcome({ prompt }: { readonly prompt: PromptRecord }) {
  if (prompt.state === 'answered') {
    const { text } = answerer(prompt);
    const isRefused = prompt.action ? !isApproval(prompt) : false;
    return (
      <div className={classes('rounded-card px-5 py-4', isRefused ? 'bg-bad-tint' : 'bg-good-tint')}>
        <p
          className={classes(
            'flex flex-wrap justify-between gap-x-3 text-[0.8125rem]',
            isRefused ? 'text-bad' : 'text-good',
          )}
        >
          <span>
            <Filled text={text} parts={{ name: <AnswererName prompt={prompt} /> }} />
          </span>
          <Time at={prompt.answered_at} />
        </p>
        <p dir="auto" className="mt-1 text-lg leading-snug font-semibold wrap-anywhere whitespace-pre-wrap">
          <AnswerText prompt={prompt} />
        </p>
        {prompt.decision && <DecisionDetail decision={prompt.decision} isRefused={isRefused} />}
        <AnswerFiles files={prompt.answer_attachments} />
        <AddAnswerer prompt={prompt} />
      </div>
    );
  }
  return (
    <div className="rounded-card border border-line bg-card px-5 py-4 text-sm text-soft">
      {t.endings[prompt.closed_reason ?? 'ttl']}
      {prompt.closed_detail !== null && (
        <p dir="auto" className="mt-1 wrap-anywhere text-ink">
          {prompt.closed_detail}
        </p>
      )}
    </div>
  );
}
