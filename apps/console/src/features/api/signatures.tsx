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
    'HMAC-SHA256 of the body, by the current secret alone; its text is the key. On events of prompts and on tests, not on message.created.',
  ],
  ['webhook-id', '<event_id>', 'The event’s id, event_id in the body. The same at each attempt: forget repeats.'],
  ['webhook-timestamp', '<Unix seconds>', 'When this attempt was made. Refuse what is older than five minutes.'],
  [
    'webhook-signature',
    'v1,<base64>',
    'HMAC-SHA256 of webhook-id, webhook-timestamp and the body, joined by dots. The key of a secret that begins with whsec_ is what follows, decoded from base64; of any other its text. One by each secret, separated by spaces, while one takes another’s place. On every event.',
  ],
];

function HeaderList() {
  return (
    <Card title="What is signed" help="The body counts as its bytes came, not as they would be written again.">
      <dl className="grid gap-4 text-sm sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-8">
        {headers.map(([name, form, words]) => (
          <div key={name} className="grid gap-0.5 sm:col-span-2 sm:grid-cols-subgrid sm:gap-x-8">
            <dt className="grid content-start">
              <code className="font-medium">{name}</code>
              <code className="text-[0.8125rem] text-soft">{form}</code>
            </dt>
            <dd className="min-w-0 text-soft">{words}</dd>
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
    <Card title="In your receiver">
      <div className="grid min-w-0 gap-3">
        <FilterTabs label="Language" value={language} onChoose={setLanguage} options={languages} />
        <CodeBlock text={receiverSnippets[language]} label={`A receiver’s check in ${language}`} />
        <p className="text-[0.8125rem] text-soft">
          The webhook headers are Standard Webhooks 1.0.0. Its libraries take the secret in the form that begins with{' '}
          <code>whsec_</code>, which is shown above.
        </p>
      </div>
    </Card>
  );
}
