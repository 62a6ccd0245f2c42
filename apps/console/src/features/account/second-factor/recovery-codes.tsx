import { Button } from '../../../components/ui/button.js';
import { CodeBlock } from '../../../components/ui/copy.js';
import { t } from './texts.js';

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const text = codes.join('\n');
  return (
    <div className="grid gap-4 text-sm">
      <p>{t.codes.save}</p>
      <CodeBlock text={text} label={t.codes.title} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => saveFile(text)}>{t.codes.download}</Button>
        <Button look="primary" onClick={onDone}>
          {t.codes.saved}
        </Button>
      </div>
    </div>
  );
}

function saveFile(text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'gateway-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
