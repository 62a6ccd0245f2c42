import { Link } from '@tanstack/react-router';
import { Card } from '../../../components/ui/card.js';
import { CopyButton } from '../../../components/ui/copy.js';
import { Badge } from '../../../components/ui/badge.js';
import type { Entry } from '../document/entries.js';
import type { OpenApi } from '../document/types.js';
import { ContentView } from './content-view.js';
import { English } from './english.js';
import { MethodName } from './method-name.js';
import { Parameters } from './parameters.js';
import { RequestCard } from './request-card.js';
import { Responses } from './responses.js';
import { DocumentContext, ReplyContext } from './schema-view.js';
import { t } from './texts.js';

interface Props {
  readonly document: OpenApi;
  readonly entry: Entry;
}

/** Everything about one operation. */
export function OperationView({ document, entry }: Props) {
  const { method, path, summary, isCallback, operation } = entry;
  const { description, parameters = [], requestBody, responses = {}, security = [] } = operation;
  return (
    <DocumentContext value={document}>
      <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 lang="en" className="text-lg leading-snug font-semibold tracking-tight wrap-anywhere">
          {summary}
        </h2>
        <div className="flex min-w-0 items-center gap-1 rounded-control border border-line bg-sunken py-0.5 pr-0.5 pl-3">
          <code className="min-w-0 flex-1 text-[0.8125rem] wrap-anywhere">
            <MethodName method={method} /> {path}
          </code>
          {!isCallback && <CopyButton text={location.origin + path} label={t.copyPath} />}
        </div>
        {isCallback && (
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-soft">
            <Badge>{t.callback}</Badge>
            {t.callbackHelp}
            <Link to="/api/$topic" params={{ topic: 'signatures' }} className="text-accent underline">
              {t.signatures}
            </Link>
          </p>
        )}
        {description !== undefined && <English text={description} />}
        {!isCallback && security.length === 0 && operation['x-scopes'] === undefined && (
          <p className="text-sm text-soft">{t.public}</p>
        )}
      </header>
      {!isCallback && <RequestCard entry={entry} />}
      {parameters.length > 0 && (
        <ReplyContext value={isCallback}>
          <Parameters parameters={parameters} />
        </ReplyContext>
      )}
      {requestBody?.content && Object.values(requestBody.content).some(({ schema }) => schema) && (
        <Card title={isCallback ? t.body.event : t.body.title}>
          <div className="grid min-w-0 gap-3">
            {requestBody.required === false && <p className="text-sm text-soft">{t.body.optional}</p>}
            <ContentView content={requestBody.content} of={isCallback ? 'reply' : 'request'} name={t.body.title} />
          </div>
        </Card>
      )}
      {Object.keys(responses).length > 0 && <Responses responses={responses} isCallback={isCallback} />}
    </DocumentContext>
  );
}
