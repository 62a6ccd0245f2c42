import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Confirm } from '../../components/ui/dialog.js';
import { Empty } from '../../components/ui/list/empty.js';
import { sessionQuery, useSession } from '../../lib/session/session.js';
import { useTitle } from '../../lib/page/title.js';
import { entriesOf, matches, type OpenApiDocument } from '../../reference/document.js';
import { drawReference, type Reference } from '../../reference/reference.js';
import { t } from './texts.js';

interface Props {
  readonly document: OpenApiDocument;
  readonly search: string;
  /** The id of the open operation. */
  readonly operation: string | undefined;
  readonly onOpen: (operation: string) => void;
}

/** A request that waits for a confirmation. */
interface Asked {
  /** Such as `POST /v1/prompts/new`. */
  readonly request: string;
  readonly answer: (isSent: boolean) => void;
}

/** The reference of Swagger UI, which is not React of this console. */
export function ReferenceView({ document: openApi, search, operation, onOpen }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const [reference, setReference] = useState<Reference | null>(null);
  const opened = useRef<string>(undefined);
  const entries = useMemo(() => entriesOf(openApi), [openApi]);
  const wanted = operation === undefined ? undefined : entries.get(operation);
  const isFound = useMemo(() => [...entries.values()].some((entry) => matches(entry, search)), [entries, search]);
  const { operator } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const answer = (isSent: boolean) => {
    asked?.answer(isSent);
    setAsked(null);
  };
  const tell = useEffectEvent((id: string) => {
    opened.current = id;
    if (id !== operation) onOpen(id);
  });
  useTitle(wanted?.summary ?? t.title);
  useEffect(() => {
    const element = document.createElement('div');
    place.current?.append(element);
    let isGone = false;
    void drawReference(element, {
      document: openApi,
      inHash: false,
      tryItOut: false,
      onOpen: (id) => tell(id),
      onRefused: () => void client.invalidateQueries(sessionQuery),
      confirmed: (request) => new Promise((resolve) => setAsked({ request, answer: resolve })),
    }).then((ready) => {
      if (!isGone) setReference(ready);
    });
    // An entered key goes with the element.
    return () => {
      isGone = true;
      element.remove();
      setReference(null);
    };
  }, [openApi, client]);
  useEffect(() => {
    reference?.search(search);
  }, [reference, search]);
  useEffect(() => {
    if (operation !== undefined && operation !== opened.current) reference?.open(operation);
  }, [reference, operation]);
  return (
    <>
      {operation !== undefined && !wanted && (
        <Empty title={t.unknown}>
          <p>{t.unknownHelp(operation)}</p>
        </Empty>
      )}
      {!isFound && (
        <Empty title={t.noMatch}>
          <p>{t.noMatchHelp(search)}</p>
          <Link from="/api" to="." search={{}} className="text-accent underline">
            {t.clear}
          </Link>
        </Empty>
      )}
      <div ref={place} lang="en" hidden={!isFound} className="min-w-0" />
      <Confirm
        open={asked !== null}
        onClose={() => answer(false)}
        title={t.confirm}
        action={t.send}
        busy={false}
        error={null}
        onConfirm={() => answer(true)}
      >
        <p>
          <code className="wrap-anywhere">{asked?.request}</code>
        </p>
        <p>{t.confirmText(operator.name)}</p>
      </Confirm>
    </>
  );
}
