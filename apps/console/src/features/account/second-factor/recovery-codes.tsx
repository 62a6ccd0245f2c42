import { Button } from '../../../components/ui/button.js';
import { CodeBlock } from '../../../components/ui/copy.js';

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const text = codes.join('\n');
  return (
    <div className="grid gap-4 text-sm">
      <p>
        Save these recovery codes where you find them without your phone and this device, such as in a password manager.
        Each replaces your second factor once. They are not shown again.
      </p>
      <CodeBlock text={text} label="Recovery codes" />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => saveFile(text)}>Download</Button>
        <Button look="primary" onClick={onDone}>
          I have saved them
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
