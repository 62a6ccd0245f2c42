import type { PromptRecord } from '@gateway/contract';
import { plainText, withdrawApproval } from '@gateway/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Confirm } from '../../../components/ui/dialog.js';
import { call } from '../../../lib/api.js';
import { promptQuery, refreshPrompts } from '../queries.js';
import { t } from './texts.js';

interface Props {
  readonly prompt: PromptRecord;
  /** Whether it can be taken back now. An open dialog stays, to show why it was refused. */
  readonly isPossible: boolean;
}

/** Takes the approval of a prompt back, after a question. */
export function TakeBackButton({ prompt, isPossible }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const attempt = useMutation({
    mutationFn: () => call(withdrawApproval, { params: { id: prompt.id } }),
    onSuccess: (withdrawn) => {
      setAsking(false);
      client.setQueryData(promptQuery(prompt.prompt_num).queryKey, withdrawn);
    },
    onSettled: () => refreshPrompts(client),
  });
  return (
    <>
      {isPossible && (
        <Button
          size="small"
          onClick={() => {
            attempt.reset();
            setAsking(true);
          }}
        >
          {t.takeBack}
        </Button>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t.confirmTitle(prompt.id)}
        action={t.takeBack}
        busy={attempt.isPending}
        error={attempt.error}
        onConfirm={() => attempt.mutate()}
      >
        <div className="rounded-control bg-sunken px-3 py-2">
          <p dir="auto" className="line-clamp-3 wrap-anywhere">
            {plainText(prompt.text)}
          </p>
        </div>
        <p>{t.confirmHelp}</p>
      </Confirm>
    </>
  );
}
