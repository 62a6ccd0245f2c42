import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { buttonLook } from '../../components/ui/button.js';
import { Filled } from '../../components/ui/form/filled.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Notice } from '../../components/ui/notice.js';
import { Page } from '../../components/ui/page.js';
import { SearchInput } from '../../components/ui/form/search-input.js';
import { SkeletonRows } from '../../components/ui/list/states.js';
import { useSession } from '../../lib/session/session.js';
import { useShortcuts } from '../../lib/page/shortcuts.js';
import { documentQuery } from './queries.js';
import { t } from './texts.js';

// Swagger UI has more code than the rest of the console.
const ReferenceView = lazy(async () => ({ default: (await import('./reference-view.js')).ReferenceView }));
const route = getRouteApi('/shell/api');

/** The API reference, with the same renderer as the page /docs of the gateway. */
export function ApiPage() {
  const { operator, gateway } = useSession();
  return (
    <Page
      title={t.title}
      help={t.asYou(operator.name, operator.role)}
      actions={
        <>
          <Link to="/api/signatures" className={buttonLook('secondary', 'small')}>
            {t.signatures.title}
          </Link>
          {gateway.docs && (
            <>
              <a href="/openapi.json" download="openapi.json" className={buttonLook('secondary', 'small')}>
                {t.download}
              </a>
              <a href="/docs" target="_blank" rel="noreferrer" className={buttonLook('secondary', 'small')}>
                <ExternalLink className="size-4" aria-hidden />
                {t.publicPage}
              </a>
            </>
          )}
        </>
      }
    >
      {!gateway.docs && (
        <Notice>
          <Filled text={t.disabled} parts={{ setting: <code>ENABLE_DOCS=true</code> }} />
        </Notice>
      )}
      <Reference isServed={gateway.docs} />
    </Page>
  );
}

function Reference({ isServed }: { readonly isServed: boolean }) {
  const { q = '' } = route.useSearch();
  const { operation } = useParams({ strict: false });
  const navigate = useNavigate({ from: '/api' });
  const query = useQuery(documentQuery(isServed));
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', label: t.search, run: () => field.current?.focus() }]);
  return (
    <>
      <SearchInput
        ref={field}
        label={t.search}
        value={q}
        onSearch={(text) =>
          void navigate({ to: '.', search: { q: text || undefined }, replace: true, resetScroll: false })
        }
      />
      <Loaded query={query} loading={<SkeletonRows rows={10} />}>
        {(document) => (
          <Suspense fallback={<SkeletonRows rows={10} />}>
            <ReferenceView
              document={document}
              search={q}
              operation={operation}
              onOpen={(id) =>
                void navigate({
                  to: '/api/$operation',
                  params: { operation: id },
                  search: (now) => now,
                  resetScroll: false,
                })
              }
            />
          </Suspense>
        )}
      </Loaded>
    </>
  );
}
