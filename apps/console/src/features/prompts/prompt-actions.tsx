import type { PromptRecord } from '@gateway/contract';
import { cancelPrompt, plainText } from '@gateway/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { CopyButton } from '../../components/ui/copy.js';
import { Confirm } from '../../components/ui/dialog.js';
import { call } from '../../lib/api.js';
import { useMay, useSession } from '../../lib/session/session.js';
import { toCurl } from './ask/curl.js';
import { promptQuery, refreshPrompts } from './queries.js';
import { t as texts } from './texts.js';

const t = texts.actions;

export function PromptActions({ prompt }: { readonly prompt: PromptRecord }) {
  const { gateway } = useSession();
  return (
    <div className="ml-auto flex flex-wrap justify-end gap-2">
      <CopyButton text={prompt.id}>{prompt.id}</CopyButton>
      {/* A phone has no shell, and no room for it. */}
      <span className="max-sm:hidden">
        <CopyButton text={toCurl(prompt, location.origin, gateway.auth)}>{t.curl}</CopyButton>
      </span>
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
        disabledReason={may ? null : t.cannotCancel}
        onClick={() => {
          attempt.reset();
          setAsking(true);
        }}
      >
        {t.cancelPrompt}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t.confirmTitle(prompt.id)}
        action={t.cancelPrompt}
        busy={attempt.isPending}
        error={attempt.error}
        onConfirm={() => attempt.mutate()}
      >
        <div className="rounded-control bg-sunken px-3 py-2">
          <p dir="auto" className="line-clamp-3 wrap-anywhere">
            {plainText(prompt.text)}
          </p>
        </div>
        <p>{prompt.callback_url !== null && prompt.notify_on_expiry ? t.confirmHelpCallback : t.confirmHelp}</p>
      </Confirm>
    </>
  );
}
