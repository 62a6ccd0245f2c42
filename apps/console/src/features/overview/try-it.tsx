import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { openSandbox, sandboxQuery } from '../../components/sandbox-chat/queries.js';
import { SandboxChat } from '../../components/sandbox-chat/sandbox-chat.js';
import { TestPrompt } from '../../components/test-prompt/test-prompt.js';
import { Button } from '../../components/ui/button.js';
import { Failure, Loaded, Notice, SkeletonRows } from '../../components/ui/states.js';
import { useMay } from '../../lib/session.js';

/** Starts the simulated platform and what follows from it. */
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

/** The whole way of a question within the console: asked at the left, answered in the simulated chat at the right. */
export function TryIt({ channelId }: { readonly channelId: string }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <TestPrompt channelId={channelId} />
      <SandboxChat channelId={channelId} />
    </div>
  );
}

/** The same, started when it does not run yet. */
export function StartAndTryIt() {
  const query = useQuery(sandboxQuery);
  const start = useSandboxStart();
  const disabledReason = useMay('channels:write') ? null : 'Your role may not add channels';
  return (
    <Loaded query={query} loading={<SkeletonRows rows={3} />}>
      {({ available, channels: [channelId] }) =>
        !available ? (
          <Notice>
            The simulated chat is off here. Start the gateway with <code>SANDBOX=true</code> to have it.
          </Notice>
        ) : channelId !== undefined ? (
          <TryIt channelId={channelId} />
        ) : (
          <div className="grid justify-items-start gap-3 text-sm">
            <p className="max-w-prose text-soft">
              A platform that is simulated inside the gateway, with a channel that leads into its chat. You ask as an
              agent and answer as the person; nothing leaves this machine.
            </p>
            {start.isError && <Failure error={start.error} />}
            <Button
              look="primary"
              busy={start.isPending}
              disabledReason={disabledReason}
              onClick={() => start.mutate()}
            >
              <FlaskConical className="size-4" aria-hidden />
              Start the simulated chat
            </Button>
          </div>
        )
      }
    </Loaded>
  );
}
