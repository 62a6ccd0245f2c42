import { httpUrl } from '@gateway/contract';
import { testCallback } from '@gateway/contract/values';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Badge } from '../../components/ui/badge.js';
import { Button } from '../../components/ui/button.js';
import { Failure } from '../../components/ui/list/states.js';
import { call } from '../../lib/api.js';
import { useMay } from '../../lib/session/session.js';
import { duration } from '../../lib/time/time.js';
import { t } from './texts.js';

/** Sends a signed test event to a URL and shows the response. */
export function CallbackTest({ url }: { readonly url: string }) {
  const may = useMay('channels:write');
  const test = useMutation({ mutationFn: (callback_url: string) => call(testCallback, { body: { callback_url } }) });
  const isUrl = httpUrl.safeParse(url).success;
  // A result for another URL is not shown.
  const result = test.variables === url ? test.data : undefined;
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        size="small"
        busy={test.isPending}
        disabledReason={may ? (isUrl ? null : t.callbackTest.enterUrl) : t.callbackTest.mayNotSend}
        onClick={() => test.mutate(url)}
      >
        <Send className="size-4" aria-hidden />
        {t.callbackTest.send}
      </Button>
      {test.isError && test.variables === url && (
        <div className="-mx-4 -my-2 justify-self-stretch">
          <Failure error={test.error} />
        </div>
      )}
      {result && (
        <div role="status" className="grid w-full min-w-0 gap-2 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={result.ok ? 'good' : 'bad'}>
              {result.ok ? t.callbackTest.accepted : t.callbackTest.notAccepted}
            </Badge>
            <span>
              {result.status === null
                ? t.callbackTest.noResponse(duration(result.duration_ms))
                : t.callbackTest.status(result.status, duration(result.duration_ms))}
            </span>
          </p>
          {result.error !== null && <p className="wrap-anywhere text-bad">{result.error}</p>}
          {result.response !== null && result.response !== '' && (
            <pre
              tabIndex={0}
              role="region"
              aria-label={t.callbackTest.body}
              className="max-h-48 overflow-auto rounded-control border border-line bg-sunken p-3 text-[0.8125rem] wrap-anywhere whitespace-pre-wrap"
            >
              {result.response}
            </pre>
          )}
        </div>
      )}
    </div>
  );
}
