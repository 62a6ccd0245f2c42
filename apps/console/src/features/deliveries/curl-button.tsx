import { createDeliveryCurl } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { Terminal } from 'lucide-react';
import { Button } from '../../components/ui/button.js';
import { CodeBlock } from '../../components/ui/copy.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session/session.js';
import { clockTime } from '../../lib/time/time.js';
import { t } from './texts.js';

/** Creates a curl command with a valid signature, to post the callback again from a terminal. */
export function CurlButton({ id }: { readonly id: string }) {
  const may = useMay('deliveries:write');
  const curl = useMutation({ mutationFn: () => call(createDeliveryCurl, { params: { id } }) });
  return (
    <section className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{t.curl.title}</h3>
        <Button
          size="small"
          busy={curl.isPending}
          disabledReason={may ? null : t.curl.denied}
          onClick={() => curl.mutate()}
        >
          <Terminal className="size-4" aria-hidden />
          {curl.data ? t.curl.again : t.curl.create}
        </Button>
      </div>
      {curl.isError && <Failure error={curl.error} />}
      {curl.data && (
        <>
          <CodeBlock text={curl.data.command} label={t.curl.label} />
          <p className="text-[0.8125rem] text-soft">
            {t.curl.validUntil(clockTime(curl.data.expires_at))}
            {curl.data.omits_user && ` ${t.curl.omitsUser}`}
          </p>
        </>
      )}
    </section>
  );
}
