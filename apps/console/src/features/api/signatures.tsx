import { useState } from 'react';
import { Card } from '../../components/ui/card.js';
import { CodeBlock } from '../../components/ui/copy.js';
import { FilterTabs } from '../../components/ui/filter-tabs.js';
import { receiverSnippets } from './receiver-snippets.js';
import { SecretCard } from './secret-card.js';
import { SignatureTester } from './signature-tester.js';

export function Signatures() {
  const [secret, setSecret] = useState('');
  return (
    <>
      <SignatureTester secret={secret} onSecret={setSecret} />
      <SecretCard onUse={setSecret} />
      <HeaderList />
      <ReceiverCode />
    </>
  );
}

const headers: readonly [string, string, string][] = [
  [
    'X-Signature',
    'sha256=<hex>',
    'HMAC-SHA256 of the body with the current secret only; the text of the secret is the key. Sent with prompt events and test events, not with message.created.',
  ],
  ['webhook-id', '<event_id>', 'The event id, event_id in the body. The same at each attempt: use it to deduplicate.'],
  ['webhook-timestamp', '<Unix seconds>', 'The time of this attempt. Reject callbacks older than five minutes.'],
  [
    'webhook-signature',
    'v1,<base64>',
    'HMAC-SHA256 of webhook-id, webhook-timestamp and the body, joined by dots. The key is the decoded base64 after whsec_, or the text of any other secret. During a secret rotation there is one signature per secret, separated by spaces. Sent with every event.',
  ],
];

function HeaderList() {
  return (
    <Card title="Signed headers" help="Signatures cover the raw bytes of the body.">
      <dl className="grid gap-4 text-sm sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-8">
        {headers.map(([name, form, description]) => (
          <div key={name} className="grid gap-0.5 sm:col-span-2 sm:grid-cols-subgrid sm:gap-x-8">
            <dt className="grid content-start">
              <code className="font-medium">{name}</code>
              <code className="text-[0.8125rem] text-soft">{form}</code>
            </dt>
            <dd className="min-w-0 text-soft">{description}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const languages = [
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const;

function ReceiverCode() {
  const [language, setLanguage] = useState<(typeof languages)[number]['value']>('typescript');
  return (
    <Card title="Verification in your receiver">
      <div className="grid min-w-0 gap-3">
        <FilterTabs label="Language" value={language} onChoose={setLanguage} options={languages} />
        <CodeBlock text={receiverSnippets[language]} label={`Signature verification in ${language}`} />
        <p className="text-[0.8125rem] text-soft">
          The webhook headers follow Standard Webhooks 1.0.0. Its libraries need the secret in the form that begins with{' '}
          <code>whsec_</code>, shown above.
        </p>
      </div>
    </Card>
  );
}
