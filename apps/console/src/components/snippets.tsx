import { useState } from 'react';
import { snippets, type Snippet, type SnippetInput } from '../lib/page/snippets.js';
import { t } from './texts.js';
import { CodeBlock } from './ui/copy.js';
import { FilterTabs } from './ui/list/filter-tabs.js';

/** Code samples that send a first prompt to this gateway. */
export function Snippets(input: Omit<SnippetInput, 'origin'>) {
  const [chosen, choose] = useState<Snippet['id']>('curl');
  const all = snippets({ ...input, origin: location.origin });
  const shown = all.find(({ id }) => id === chosen);
  return (
    <div className="grid min-w-0 gap-2">
      <FilterTabs
        label={t.snippets.language}
        value={chosen}
        onChoose={choose}
        options={all.map(({ id, label }) => ({ value: id, label }))}
      />
      {shown && (
        <>
          <CodeBlock text={shown.text} label={t.snippets.example(shown.label)} />
          <p className="text-[0.8125rem] text-soft">{shown.help}</p>
        </>
      )}
    </div>
  );
}
