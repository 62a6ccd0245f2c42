import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { openSandbox, sandboxQuery } from '../../../components/sandbox-chat/queries.js';
import { SandboxChat } from '../../../components/sandbox-chat/sandbox-chat.js';
import { TestPrompt } from '../../../components/test-prompt/test-prompt.js';
import { Button } from '../../../components/ui/button.js';
import { Filled } from '../../../components/ui/form/filled.js';
import { Loaded } from '../../../components/ui/list/loaded.js';
import { Notice } from '../../../components/ui/notice.js';
import { Failure, SkeletonRows } from '../../../components/ui/list/states.js';
import { useMay } from '../../../lib/session/session.js';
import { t } from './texts.js';

/** Starts the simulated platform and refreshes the channels. */
export function useSandboxStart(onStarted?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: openSandbox,
    onSuccess: async (state) => {
      client.setQueryData(sandboxQuery.queryKey, state);
      await client.invalidateQueries({ queryKey: ['channels'] });
      onStarted?.();
    },
  });
}

/** A test prompt on the left and the simulated chat to answer it on the right. */
export function TryIt({ channelId }: { readonly channelId: string }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <TestPrompt channelId={channelId} />
      <SandboxChat channelId={channelId} />
    </div>
  );
}

/** The same, with a button that starts the simulated chat first. */
export function StartAndTryIt() {
  const query = useQuery(sandboxQuery);
  const start = useSandboxStart();
  const disabledReason = useMay('channels:write') ? null : t.channel.notAllowed;
  return (
    <Loaded query={query} loading={<SkeletonRows rows={3} />}>
      {({ available, channels: [channelId] }) =>
        !available ? (
          <Notice>
            <Filled text={t.sandbox.disabled} parts={{ setting: <code>{'SANDBOX=true'}</code> }} />
          </Notice>
        ) : channelId !== undefined ? (
          <TryIt channelId={channelId} />
        ) : (
          <div className="grid justify-items-start gap-3 text-sm">
            <p className="max-w-prose text-soft">{t.sandbox.help}</p>
            {start.isError && <Failure error={start.error} />}
            <Button
              look="primary"
              busy={start.isPending}
              disabledReason={disabledReason}
              onClick={() => start.mutate()}
            >
              <FlaskConical className="size-4" aria-hidden />
              {t.sandbox.start}
            </Button>
          </div>
        )
      }
    </Loaded>
  );
}
