import { getRouteApi } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { buttonLook } from '../../components/ui/button.js';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { Page } from '../../components/ui/page.js';
import { SkeletonRows } from '../../components/ui/states.js';
import { useSession } from '../../lib/session.js';

const Reference = lazy(async () => ({ default: (await import('./reference.js')).Reference }));
const RouteList = lazy(async () => ({ default: (await import('./route-list.js')).RouteList }));
const Signatures = lazy(async () => ({ default: (await import('./signatures.js')).Signatures }));

const route = getRouteApi('/shell/api');

export function ApiPage() {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  const { gateway } = useSession();
  return (
    <Page
      title="API"
      help="The API reference, and how receivers verify callback signatures."
      wide={view === undefined && gateway.docs}
      actions={
        view === undefined &&
        gateway.docs && (
          <a href="/docs" target="_blank" rel="noreferrer" className={buttonLook()}>
            <ExternalLink className="size-4" aria-hidden />
            Open in a new tab
          </a>
        )
      }
    >
      <FilterTabs
        label="View"
        value={view ?? 'reference'}
        onChoose={(next) =>
          void navigate({ search: next === 'signatures' ? { view: next } : {}, replace: true, resetScroll: false })
        }
        options={[
          { value: 'reference', label: 'Reference' },
          { value: 'signatures', label: 'Signatures' },
        ]}
      />
      <Suspense fallback={<SkeletonRows />}>
        {view === 'signatures' ? <Signatures /> : gateway.docs ? <Reference /> : <RouteList />}
      </Suspense>
    </Page>
  );
}
