import { use, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Card } from '../../../components/ui/card.js';
import { CodeBlock } from '../../../components/ui/copy.js';
import { Confirm } from '../../../components/ui/dialog.js';
import { Filled } from '../../../components/ui/filled.js';
import { FilterTabs } from '../../../components/ui/filter-tabs.js';
import { localChoice, useLocalChoice } from '../../../lib/local-choice.js';
import { useSession } from '../../../lib/session.js';
import type { Entry } from '../document/entries.js';
import { ReplyView } from './reply-view.js';
import { draftOf, missingIn, parsed, requestOf, type ApiRequest, type Draft } from './request.js';
import { RequestForm } from './request-form.js';
import { languages, samples, type ReplyKind, type SampleLanguage } from './samples.js';
import { DocumentContext } from './schema-view.js';
import { useSend } from './send.js';
import { t as texts } from './texts.js';

const t = texts.request;
const languageChoice = localChoice('sample-language');

/** The request as code, and a form that sends it with the session of the operator. */
export function RequestCard({ entry }: { readonly entry: Entry }) {
  const document = use(DocumentContext);
  const [first] = useState(() => draftOf(document, entry));
  const [draft, setDraft] = useState(first);
  const [isOpen, setOpen] = useState(false);
  const request = requestOf(entry, draft);
  const { security = [], 'x-scopes': scopes } = entry.operation;
  const isForOperators = scopes !== undefined && !security.some((one) => 'apiKey' in one);
  // Platforms call the public operations that are no GET.
  const mayTry = scopes !== undefined || entry.method === 'GET';
  return (
    <Card
      title={t.title}
      actions={
        mayTry && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t.hide : t.tryIt}
          </Button>
        )
      }
    >
      <div className="grid min-w-0 gap-5">
        {isForOperators ? (
          <p className="text-sm text-soft">{texts.noKey}</p>
        ) : (
          <Code entry={entry} request={request} hasKey={scopes !== undefined} />
        )}
        {isOpen && (
          <TryIt entry={entry} request={request} draft={draft} onChange={setDraft} onReset={() => setDraft(first)} />
        )}
      </div>
    </Card>
  );
}

interface CodeProps {
  readonly entry: Entry;
  readonly request: ApiRequest;
  readonly hasKey: boolean;
}

function Code({ entry, request, hasKey }: CodeProps) {
  const { gateway } = useSession();
  const stored = useLocalChoice(languageChoice);
  const language: SampleLanguage = languages.find((one) => one === stored) ?? 'curl';
  const needsKey = hasKey && gateway.auth;
  const name = t.languages[language];
  const note = needsKey ? t.key : null;
  return (
    <div className="grid min-w-0 gap-2">
      <FilterTabs
        label={t.language}
        value={language}
        onChoose={(next) => languageChoice.set(next)}
        options={languages.map((value) => ({ value, label: t.languages[value] }))}
      />
      <div lang="en" className="min-w-0">
        <CodeBlock
          text={samples[language]({ request, origin: location.origin, needsKey, reply: replyKind(entry) })}
          label={t.sampleIn(name)}
        />
      </div>
      <p className="text-[0.8125rem] text-soft">
        {note !== null && <Filled text={note} parts={{ name: <code>GATEWAY_API_KEY</code> }} />}{' '}
        {language === 'python' && <Filled text={t.requests} parts={{ name: <code>requests</code> }} />}
      </p>
    </div>
  );
}

function replyKind({ operation: { responses = {} } }: Entry): ReplyKind {
  const [type] = Object.keys(responses['200']?.content ?? responses['201']?.content ?? {});
  if (type === 'application/json') return 'json';
  return type === 'text/event-stream' ? 'stream' : 'text';
}

interface TryProps {
  readonly entry: Entry;
  readonly request: ApiRequest;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onReset: () => void;
}

function TryIt({ entry, request, draft, onChange, onReset }: TryProps) {
  const { operator } = useSession();
  const sending = useSend();
  const [isAsking, setAsking] = useState(false);
  const scopes = entry.operation['x-scopes'] ?? [];
  const may = scopes.length === 0 || scopes.some((scope) => operator.scopes.some((own) => own === scope));
  const missing = missingIn(entry, draft);
  const reason = !may
    ? t.role(operator.role, scopes.filter((scope) => scope !== 'admin').join(', '))
    : missing.length > 0
      ? t.missing(missing.join(', '))
      : request.body !== null && parsed(request.body) === undefined
        ? t.notJson
        : null;
  return (
    <form
      className="grid min-w-0 gap-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== null || sending.isRunning) return;
        if (entry.method === 'GET') sending.send(request);
        else setAsking(true);
      }}
    >
      <RequestForm entry={entry} draft={draft} onChange={onChange} />
      <div className="grid gap-2">
        <p className="text-[0.8125rem] text-soft">{may ? t.asYou(operator.name, operator.role) : reason}</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={sending.isRunning} disabledReason={reason}>
            {t.send}
          </Button>
          {sending.isRunning ? (
            <Button onClick={sending.stop}>{t.stop}</Button>
          ) : (
            <Button onClick={onReset}>{t.reset}</Button>
          )}
        </div>
      </div>
      <ReplyView sending={sending} />
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t.confirm}
        action={t.send}
        busy={false}
        error={null}
        onConfirm={() => {
          setAsking(false);
          sending.send(request);
        }}
      >
        <p>
          <code className="wrap-anywhere">
            {request.method} {request.path}
          </code>
        </p>
        <p>{t.confirmText(operator.name)}</p>
      </Confirm>
    </form>
  );
}
