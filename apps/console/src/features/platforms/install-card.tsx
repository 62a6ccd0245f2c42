import { installAdapterLines } from '@gateway/contract/values';
import { Card } from '../../components/ui/card.js';
import { CodeBlock } from '../../components/ui/copy.js';
import { Filled } from '../../components/ui/form/filled.js';
import { t } from './texts.js';

/** How to install another adapter. */
export function InstallCard() {
  return (
    <Card title={t.install.title} help={t.install.help}>
      <div className="grid gap-4 text-sm">
        <div className="grid gap-1.5">
          <p>{t.install.intro}</p>
          <CodeBlock label={t.install.code} text={installAdapterLines} />
        </div>
        <p className="text-soft">
          <Filled
            text={t.install.note}
            parts={{
              command: <code>npm install</code>,
              folder: <code>./my-adapter</code>,
              packed: <code>./my-adapter-1.0.0.tgz</code>,
              docs: <code>docs/adapters.md</code>,
            }}
          />
        </p>
      </div>
    </Card>
  );
}
