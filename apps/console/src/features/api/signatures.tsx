import { useState } from 'react';
import { Card } from '../../components/ui/card.js';
import { CodeBlock } from '../../components/ui/copy.js';
import { Filled } from '../../components/ui/form/filled.js';
import { FilterTabs } from '../../components/ui/list/filter-tabs.js';
import { Page } from '../../components/ui/page.js';
import { receiverSnippets } from './receiver-snippets.js';
import { SecretCard } from './secret-card.js';
import { SignatureTester } from './signature-tester.js';
import { t } from './texts.js';

/** How a receiver verifies the signatures of callbacks, and a check of one. */
export function SignaturesPage() {
  const [secret, setSecret] = useState('');
  return (
    <Page title={t.signatures.title} help={t.signatures.help} back={{ to: '/api', label: t.title }} measure>
      <SignatureTester secret={secret} onSecret={setSecret} />
      <SecretCard onUse={setSecret} />
      <HeaderList />
      <ReceiverCode />
    </Page>
  );
}

const headers: readonly [string, string, string][] = [
  ['X-Signature', 'sha256=<hex>', t.headers.xSignature],
  ['webhook-id', '<event_id>', t.headers.id],
  ['webhook-timestamp', t.headers.seconds, t.headers.timestamp],
  ['webhook-signature', 'v1,<base64>', t.headers.signature],
];

function HeaderList() {
  return (
    <Card title={t.headers.title} help={t.headers.help}>
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

const languages = ['typescript', 'python'] as const;

function ReceiverCode() {
  const [language, setLanguage] = useState<(typeof languages)[number]>('typescript');
  return (
    <Card title={t.code.title}>
      <div className="grid min-w-0 gap-3">
        <FilterTabs
          label={t.code.language}
          value={language}
          onChoose={setLanguage}
          options={languages.map((value) => ({ value, label: t.code.languages[value] }))}
        />
        <CodeBlock text={receiverSnippets[language]} label={t.code.sampleIn(t.code.languages[language])} />
        <p className="text-[0.8125rem] text-soft">
          <Filled text={t.code.standard} parts={{ prefix: <code>whsec_</code> }} />
        </p>
      </div>
    </Card>
  );
}
