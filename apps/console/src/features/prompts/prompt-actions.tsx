import { cancelPrompt, type PromptRecord } from '@gateway/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { CopyButton } from '../../components/ui/copy.js';
import { Confirm } from '../../components/ui/dialog.js';
import { call } from '../../lib/api.js';
import { useMay, useSession } from '../../lib/session.js';
import { toCurl } from './curl.js';
import { promptQuery, refreshPrompts } from './queries.js';

export function PromptActions({ prompt }: { readonly prompt: PromptRecord }) {
  const { gateway } = useSession();
  return (
    <div className="ml-auto flex flex-wrap justify-end gap-2">
      <CopyButton text={prompt.id}>{prompt.id}</CopyButton>
      <CopyButton text={toCurl(prompt, location.origin, gateway.auth)}>Copy as curl</CopyButton>
      {prompt.state === 'pending' && <CancelButton prompt={prompt} />}
    </div>
  );
}

function CancelButton({ prompt }: { readonly prompt: PromptRecord }) {
  const client = useQueryClient();
  const may = useMay('prompts:write');
  const [asking, setAsking] = useState(false);
  const attempt = useMutation({
    mutationFn: () => call(cancelPrompt, { params: { id: prompt.id } }),
    onSuccess: (cancelled) => client.setQueryData(promptQuery(prompt.prompt_num).queryKey, cancelled),
    onSettled: () => refreshPrompts(client),
  });
  return (
    <>
      <Button
        size="small"
        disabledReason={may ? null : 'Your role can read prompts but cannot cancel them'}
        onClick={() => {
          attempt.reset();
          setAsking(true);
        }}
      >
        Cancel<span className="sr-only"> prompt</span>
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Cancel prompt ${prompt.id}?`}
        action="Cancel prompt"
        busy={attempt.isPending}
        error={attempt.error}
        onConfirm={() => attempt.mutate()}
      >
        <div className="rounded-control bg-sunken px-3 py-2">
          <p dir="auto" className="line-clamp-3 wrap-anywhere">
            {prompt.text}
          </p>
        </div>
        <p>
          It can no longer be answered, and its message in the chat is updated.{' '}
          {prompt.callback_url !== null && prompt.notify_on_expiry
            ? 'The agent receives a callback.'
            : 'The agent receives no callback.'}
        </p>
      </Confirm>
    </>
  );
}
