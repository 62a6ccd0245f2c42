import { Badge } from '../../../components/ui/badge.js';
import { CodeBlock } from '../../../components/ui/copy.js';
import { Failure } from '../../../components/ui/states.js';
import { formatDecimal, formatNumber } from '../../../lib/locale.js';
import { Disclosure } from './disclosure.js';
import { parsed } from './request.js';
import type { Reply, Sending } from './send.js';
import { t as texts } from './texts.js';

const t = texts.reply;

/** The response to the request that was sent, also while it arrives. */
export function ReplyView({ sending: { reply, error, isRunning } }: { readonly sending: Sending }) {
  return (
    <div className="grid min-w-0 gap-3" hidden={reply === null && error === null && !isRunning}>
      <h3 className="text-sm font-medium">{t.title}</h3>
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        {reply && (
          <>
            <Badge tone={reply.status < 300 ? 'good' : reply.status < 400 ? 'info' : 'bad'}>
              {t.status(String(reply.status))}
            </Badge>
            <span>{t.ms(formatNumber(reply.ms))}</span>
            {reply.text !== null && reply.text !== '' && <span>{t.size(formatDecimal(reply.text.length / 1000))}</span>}
          </>
        )}
        {isRunning && <span>{t.running}</span>}
      </p>
      {error !== null && <Failure bare error={error} />}
      {reply && <ReplyBody reply={reply} isRunning={isRunning} />}
    </div>
  );
}

function ReplyBody({
  reply: { text, type, isCut, headers },
  isRunning,
}: {
  readonly reply: Reply;
  readonly isRunning: boolean;
}) {
  return (
    <>
      {text === null && <p className="text-sm text-soft">{t.binary(type)}</p>}
      {text === '' && !isRunning && <p className="text-sm text-soft">{t.empty}</p>}
      {text !== null && text !== '' && (
        <div lang="en" className="min-w-0">
          <CodeBlock text={isRunning ? text : formatted(text, type)} label={t.title} />
        </div>
      )}
      {isCut && <p className="text-sm text-soft">{t.cut}</p>}
      <Disclosure label={t.headers}>
        <ul lang="en" className="mt-1 grid gap-0.5 text-[0.8125rem]">
          {headers.map(([name, value]) => (
            <li key={name} className="wrap-anywhere">
              <code>
                <span className="text-soft">{name}:</span> {value}
              </code>
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}

/** JSON with line breaks; any other text as it is. */
function formatted(text: string, type: string): string {
  const value = type.includes('json') ? parsed(text) : undefined;
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
