import { use, useState } from 'react';
import { CodeBlock } from '../../../components/ui/copy.js';
import { FilterTabs } from '../../../components/ui/filter-tabs.js';
import { examplesOf } from '../document/example.js';
import type { Content } from '../document/types.js';
import { Disclosure } from './disclosure.js';
import { DocumentContext, ReplyContext, SchemaView } from './schema-view.js';
import { t as texts } from './texts.js';

const t = texts.body;

interface Props {
  readonly content: Content;
  readonly of: 'request' | 'reply';
  /** What the examples belong to: the name of a code block is unique on a page. */
  readonly name: string;
}

/** A body: its fields for each content type, and its examples. */
export function ContentView({ content, of, name }: Props) {
  const document = use(DocumentContext);
  const types = Object.keys(content);
  const [chosen, choose] = useState(types[0] ?? '');
  const { schema } = content[chosen] ?? {};
  const examples = chosen === 'application/json' ? examplesOf(document, content, of) : [];
  return (
    <div className="grid min-w-0 gap-3">
      {types.length > 1 && (
        <FilterTabs
          label={t.contentType}
          value={chosen}
          onChoose={choose}
          options={types.map((type) => ({ value: type, label: type }))}
        />
      )}
      {chosen !== 'application/json' && types.length === 1 && (
        <p className="text-sm text-soft">
          <code>{chosen}</code>
        </p>
      )}
      {schema && (
        <ReplyContext value={of === 'reply'}>
          <SchemaView schema={schema} />
        </ReplyContext>
      )}
      {examples.map((example) => (
        <Disclosure
          key={example.name}
          label={example.name === '' ? t.showExample : <span lang="en">{t.exampleOf(example.name)}</span>}
        >
          <div className="mt-2">
            <CodeBlock
              text={JSON.stringify(example.value, null, 2)}
              label={t.exampleOf(`${name} ${example.name}`.trim())}
            />
          </div>
        </Disclosure>
      ))}
    </div>
  );
}
