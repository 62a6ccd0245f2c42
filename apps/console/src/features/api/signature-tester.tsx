import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Field, Textarea } from '../../components/ui/field.js';
import { SecretInput } from '../../components/ui/secret-input.js';
import { Notice } from '../../components/ui/states.js';
import { parseHeaders } from './headers.js';
import { canSign, checkSignatures, exampleCallback, type Verdict } from './signature.js';
import { VerdictRow } from './verdict-row.js';

interface Props {
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
}

/** Paste what a receiver got: says whether it is genuine, and if not, which part differs. Nothing leaves the browser. */
export function SignatureTester({ secret, onSecret }: Props) {
  const [body, setBody] = useState('');
  const [headers, setHeaders] = useState('');
  const verdicts = useVerdicts(body, headers, secret);
  if (!canSign()) {
    return (
      <Card title="Check a signature">
        <Notice tone="wait">
          This page came over plain http from another machine. Browsers withhold their cryptography from such pages, so
          nothing can be computed here. Open the console over https, or on the gateway’s own machine as{' '}
          <code>http://localhost</code>. The code below works anywhere.
        </Notice>
      </Card>
    );
  }
  return (
    <Card
      title="Check a signature"
      help="Computed in this browser as you type. Nothing is sent anywhere."
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
          Fill in an example
        </Button>
      }
    >
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-4">
          <Field label="Body" help="Exactly as it came.">
            <Textarea
              rows={6}
              spellCheck={false}
              className="font-mono text-[0.8125rem]"
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          </Field>
          <Field label="Headers" help="A line each, the output of curl -v, or JSON. Others may be among them.">
            <Textarea
              rows={5}
              spellCheck={false}
              className="font-mono text-[0.8125rem]"
              placeholder={'X-Signature: sha256=…\nwebhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…'}
              value={headers}
              onChange={(event) => setHeaders(event.target.value)}
            />
          </Field>
          <Field label="Secret" help="What the receiver has as CALLBACK_SIGNING_SECRET.">
            <SecretInput what="the secret" value={secret} onChange={(event) => onSecret(event.target.value)} />
          </Field>
        </div>
        <div role="status" aria-label="Result" className="min-w-0 rounded-control border border-line bg-sunken p-4">
          {verdicts === null ? (
            <p className="text-sm text-soft">
              Paste the body and the headers of a callback, and the secret: here it says whether the signatures are
              right, or which part differs.
            </p>
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

/** Null until all three are there. */
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
