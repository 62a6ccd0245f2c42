import { CopyButton } from '../../components/ui/copy.js';
import { Filled } from '../../components/ui/form/filled.js';
import { indented, requestHeaders } from './format.js';
import type { Delivery } from './queries.js';
import { t } from './texts.js';

/** The body as sent, and the headers as far as they are known. */
export function RequestView({ delivery }: { readonly delivery: Delivery }) {
  return (
    <>
      <section className="grid gap-2">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-sm font-semibold">{t.request.body}</h3>
          <CopyButton text={delivery.body}>{t.request.copyBody}</CopyButton>
        </div>
        <pre
          className="max-h-96 overflow-auto rounded-control border border-line bg-sunken p-3.5 text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap"
          tabIndex={0}
          role="region"
          aria-label={t.request.bodyLabel}
        >
          {indented(delivery.body) ?? delivery.body}
        </pre>
        <p className="text-[0.8125rem] text-soft">{t.request.bodyNote}</p>
      </section>
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">{t.request.headers}</h3>
        <dl className="grid gap-2.5 rounded-card border border-line px-4 py-3 text-sm">
          {requestHeaders(delivery).map(({ name, value, isDescription }) => (
            <div key={name} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt>
                <code>{name}</code>
              </dt>
              <dd className="wrap-anywhere text-soft">
                {isDescription ? value : <code className="text-ink">{value}</code>}
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-[0.8125rem] text-soft">
          <Filled text={t.request.headersNote} parts={{ header: <code>authorization</code> }} />
        </p>
      </section>
    </>
  );
}
