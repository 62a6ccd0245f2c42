import { Badge } from '../../../components/ui/badge.js';
import { Card } from '../../../components/ui/card.js';
import type { ResponseObject } from '../document/types.js';
import { ContentView } from './content-view.js';
import { Disclosure } from './disclosure.js';
import { English } from './english.js';
import { FieldRow, ReplyContext } from './schema-view.js';
import { t as texts } from './texts.js';

const t = texts.responses;

interface Props {
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly isCallback: boolean;
}

/** The responses by status. Errors share one description of their body. */
export function Responses({ responses, isCallback }: Props) {
  const all = Object.entries(responses);
  const isError = ([status]: readonly [string, unknown]) => Number(status) >= 400 && !isCallback;
  const errors = all.filter(isError);
  const errorContent = errors.find(([, { content }]) => content)?.[1].content;
  return (
    <>
      <Card title={isCallback ? t.expected : t.title}>
        <ul className="grid min-w-0 gap-4">
          {all
            .filter((entry) => !isError(entry))
            .map(([status, response]) => (
              <li key={status} className="grid min-w-0 gap-3">
                <Status status={status} response={response} />
                {response.content && <ContentView content={response.content} of="reply" name={status} />}
              </li>
            ))}
        </ul>
      </Card>
      {errors.length > 0 && (
        <Card title={t.errors}>
          <ul className="-my-2.5 min-w-0">
            {errors.map(([status, response]) => (
              <li key={status} className="border-b border-line py-2.5 last:border-0">
                <Status status={status} response={response} />
              </li>
            ))}
          </ul>
          {errorContent && (
            <Disclosure label={t.errorBody} className="mt-5">
              <div className="mt-2">
                <ContentView content={errorContent} of="reply" name={t.errorBody} />
              </div>
            </Disclosure>
          )}
        </Card>
      )}
    </>
  );
}

function Status({ status, response }: { readonly status: string; readonly response: ResponseObject }) {
  const headers = Object.entries(response.headers ?? {});
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1">
      <Badge tone={Number(status) < 400 ? 'good' : 'bad'}>{status}</Badge>
      <English text={response.description ?? ''} />
      {headers.length > 0 && (
        <div className="col-start-2 min-w-0">
          <Disclosure label={t.headersOf(status)}>
            <ul className="min-w-0">
              <ReplyContext value>
                {headers.map(([name, { required = false, schema = {}, description }]) => (
                  <FieldRow key={name} name={name} isRequired={required} schema={schema} description={description} />
                ))}
              </ReplyContext>
            </ul>
          </Disclosure>
        </div>
      )}
    </div>
  );
}
