import type { Decision, PromptRecord } from '@gateway/contract';
import { answerPrompt, GatewayError, limits } from '@gateway/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Textarea } from '../../../components/ui/form/field.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Notice } from '../../../components/ui/notice.js';
import { Failure } from '../../../components/ui/list/states.js';
import { Time } from '../../../components/ui/time.js';
import { call } from '../../../lib/api.js';
import { useMay } from '../../../lib/session/session.js';
import { useNow } from '../../../lib/time/time.js';
import { promptQuery, refreshPrompts } from '../queries.js';
import { t as texts } from './texts.js';

const t = texts.reason;

interface Props {
  readonly prompt: PromptRecord;
  readonly decision: Decision;
  /** Until when the agent waits for the reason. */
  readonly until: string;
}

/** The reason of a decision that was sent without one, while the agent waits for it. For the person who decided. */
export function ReasonForm({ prompt, decision, until }: Props) {
  const client = useQueryClient();
  const may = useMay('prompts:write');
  const [reason, setReason] = useState('');
  const isOver = useNow() >= Date.parse(until);
  const given = useMutation({
    mutationFn: () =>
      call(answerPrompt, {
        params: { id: prompt.id },
        body: { type: 'decision', value: decision.value, reason: reason.trim() },
      }),
    onSuccess: (answered) => client.setQueryData(promptQuery(prompt.prompt_num).queryKey, answered),
    onSettled: () => refreshPrompts(client),
  });
  const isLate = given.error instanceof GatewayError && given.error.status === 409;
  if (isLate || (isOver && !given.isPending)) return <Notice tone="wait">{t.over}</Notice>;
  return (
    <form
      className="grid gap-3 rounded-card border border-line bg-card p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '' && may && !given.isPending) given.mutate();
      }}
    >
      <Field label={t.label} help={<Filled text={t.help} parts={{ time: <Time at={until} /> }} />}>
        <Textarea
          dir="auto"
          rows={2}
          maxLength={limits.promptText}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      {given.isError && <Failure bare error={given.error} />}
      <div className="flex justify-end">
        <Button
          type="submit"
          look="primary"
          busy={given.isPending}
          disabledReason={may ? (reason.trim() === '' ? t.enterReason : null) : t.cannotAnswer}
        >
          {t.send}
        </Button>
      </div>
    </form>
  );
}
