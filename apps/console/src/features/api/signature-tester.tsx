import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Field, Textarea } from '../../components/ui/form/field.js';
import { Filled } from '../../components/ui/form/filled.js';
import { SecretInput } from '../../components/ui/form/secret-input.js';
import { Notice } from '../../components/ui/notice.js';
import { parseHeaders } from './headers.js';
import { canSign, checkSignatures, exampleCallback, type Verdict } from './signature.js';
import { t as texts } from './texts.js';
import { VerdictRow } from './verdict-row.js';

const t = texts.check;

interface Props {
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
}

/** Verifies a pasted callback and explains what differs. Nothing leaves the browser. */
export function SignatureTester({ secret, onSecret }: Props) {
  const [body, setBody] = useState('');
  const [headers, setHeaders] = useState('');
  const verdicts = useVerdicts(body, headers, secret);
  if (!canSign()) {
    return (
      <Card title={t.title}>
        <Notice tone="wait">
          <Filled text={t.insecure} parts={{ address: <code>http://localhost</code> }} />
        </Notice>
      </Card>
    );
  }
  return (
    <Card
      title={t.title}
      help={t.help}
      actions={
        <Button
          size="small"
          onClick={() =>
            void exampleCallback(Date.now()).then((example) => {
              setBody(example.body);
              setHeaders(example.headers);
              onSecret(example.secret);
            })
          }
        >
          {t.fill}
        </Button>
      }
    >
      <div className="grid gap-5 2xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-4">
          <Field label={t.body} help={t.bodyHelp}>
            <Textarea
              rows={6}
              spellCheck={false}
              className="font-mono text-[0.8125rem]"
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          </Field>
          <Field label={t.headers} help={t.headersHelp}>
            <Textarea
              rows={5}
              spellCheck={false}
              className="font-mono text-[0.8125rem]"
              placeholder={'X-Signature: sha256=…\nwebhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…'}
              value={headers}
              onChange={(event) => setHeaders(event.target.value)}
            />
          </Field>
          <Field label={t.secret} help={t.secretHelp}>
            <SecretInput what={t.theSecret} value={secret} onChange={(event) => onSecret(event.target.value)} />
          </Field>
        </div>
        <div role="status" aria-label={t.result} className="min-w-0 rounded-control border border-line bg-sunken p-4">
          {verdicts === null ? (
            <p className="text-sm text-soft">{t.empty}</p>
          ) : (
            <ul>
              {verdicts.map((verdict) => (
                <VerdictRow key={verdict.header} verdict={verdict} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </Card>
  );
}

/** Null until body, headers and secret are filled in. */
function useVerdicts(body: string, headers: string, secret: string): readonly Verdict[] | null {
  const [verdicts, setVerdicts] = useState<readonly Verdict[] | null>(null);
  const complete = body !== '' && headers.trim() !== '' && secret !== '' && canSign();
  useEffect(() => {
    if (!complete) return undefined;
    let current = true;
    void checkSignatures({ body, headers: parseHeaders(headers), secret }, Date.now()).then((found) => {
      if (current) setVerdicts(found);
    });
    return () => {
      current = false;
    };
  }, [complete, body, headers, secret]);
  return complete ? verdicts : null;
}
