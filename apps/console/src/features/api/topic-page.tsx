import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { Empty } from '../../components/ui/empty.js';
import { Loaded } from '../../components/ui/loaded.js';
import { SkeletonRows } from '../../components/ui/states.js';
import { useSession } from '../../lib/session.js';
import { useTitle } from '../../lib/title.js';
import { entriesOf } from './document/entries.js';
import type { OpenApi } from './document/types.js';
import { Introduction } from './introduction.js';
import { documentQuery } from './queries.js';
import { t } from './texts.js';

const OperationView = lazy(async () => ({ default: (await import('./operation/operation-view.js')).OperationView }));
const Signatures = lazy(async () => ({ default: (await import('./signatures.js')).Signatures }));

/** What is open: an operation, the introduction, or the check of signatures. */
export function TopicPage() {
  const { topic: opened } = useParams({ strict: false });
  const topic = opened ?? 'introduction';
  const { gateway } = useSession();
  const query = useQuery(documentQuery(gateway.docs));
  return (
    <Frame>
      <Suspense fallback={<SkeletonRows />}>
        {topic === 'signatures' ? (
          <Titled title={t.signatures.title}>
            <Signatures />
          </Titled>
        ) : topic === 'introduction' ? (
          <Titled title={t.introduction.title} tab={opened === undefined ? t.title : t.introduction.title}>
            <Loaded bare query={query}>
              {(document) => <Introduction document={document} />}
            </Loaded>
          </Titled>
        ) : (
          <Loaded bare query={query}>
            {(document) => <Operation document={document} id={topic} />}
          </Loaded>
        )}
      </Suspense>
    </Frame>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 sm:px-7">
      <Link
        from="/api"
        to="/api"
        search={(now) => now}
        className="-ml-1 inline-flex min-h-8 w-fit items-center gap-0.5 text-sm text-soft hover:text-ink lg:hidden"
      >
        <ChevronLeft className="size-4" aria-hidden />
        {t.title}
      </Link>
      {children}
    </div>
  );
}

interface TitledProps {
  readonly title: string;
  /** The title of the browser tab, when it is another one. */
  readonly tab?: string;
  readonly children: ReactNode;
}

function Titled({ title, tab = title, children }: TitledProps) {
  useTitle(tab);
  return (
    <>
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      {children}
    </>
  );
}

function Operation({ document, id }: { readonly document: OpenApi; readonly id: string }) {
  const entry = entriesOf(document).find((one) => one.id === id);
  useTitle(entry?.summary ?? t.title);
  return entry ? (
    <OperationView document={document} entry={entry} />
  ) : (
    <Empty title={t.unknown}>
      <p>{t.unknownHelp(id)}</p>
    </Empty>
  );
}
