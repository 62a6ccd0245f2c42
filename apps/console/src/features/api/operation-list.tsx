import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { classes } from '../../components/ui/classes.js';
import { Empty } from '../../components/ui/empty.js';
import { entriesOf, groupsOf, search as searchEntries } from './document/entries.js';
import type { OpenApi } from './document/types.js';
import { MethodName } from './operation/method-name.js';
import { t } from './texts.js';

interface Props {
  readonly document: OpenApi;
  readonly search: string;
  /** What is open. */
  readonly topic: string | null;
}

/** The topics of the page and the operations by tag, or those that a search finds. */
export function OperationList({ document, search, topic }: Props) {
  const entries = useMemo(() => entriesOf(document), [document]);
  const groups = useMemo(
    () => groupsOf(document, searchEntries(document, entries, search)),
    [document, entries, search],
  );
  const list = useRef<HTMLElement>(null);
  // A link may have opened an operation further down.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <nav ref={list} aria-label={t.operations}>
      {search === '' && (
        <ul className="border-b border-line py-1.5">
          <Topic id="introduction" isOpen={topic === 'introduction'}>
            <span className="text-sm">{t.introduction.title}</span>
          </Topic>
          <Topic id="signatures" isOpen={topic === 'signatures'}>
            <span className="text-sm">{t.signatures.title}</span>
          </Topic>
        </ul>
      )}
      {groups.length === 0 && <NothingFound search={search} />}
      {groups.map(({ tag, entries: members }) => (
        <section key={tag} aria-labelledby={`tag-${tag}`} className="border-b border-line py-1.5 last:border-0">
          <h2 id={`tag-${tag}`} lang="en" className="px-4 pt-2 pb-1 text-xs font-medium text-soft">
            {tag}
          </h2>
          <ul>
            {members.map(({ id, method, path, summary }) => (
              <Topic key={id} id={id} isOpen={topic === id}>
                <span lang="en" className="text-sm wrap-anywhere">
                  {summary}
                </span>
                <code className="truncate text-[0.75rem] text-soft" title={path}>
                  <MethodName method={method} /> {path}
                </code>
              </Topic>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

interface TopicProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

function Topic({ id, isOpen, children }: TopicProps) {
  return (
    <li>
      <Link
        from="/api"
        to="/api/$topic"
        params={{ topic: id }}
        search={(now) => now}
        preload={false}
        aria-current={isOpen ? 'page' : undefined}
        className={classes('grid min-w-0 px-4 py-1.5 -outline-offset-2', isOpen ? 'bg-selected' : 'hover:bg-hover')}
      >
        {children}
      </Link>
    </li>
  );
}

function NothingFound({ search }: { readonly search: string }) {
  return (
    <Empty title={t.noMatch}>
      <p>{t.noMatchHelp(search)}</p>
      <Link from="/api" to="." search={{}} className="text-accent underline">
        {t.clear}
      </Link>
    </Empty>
  );
}
