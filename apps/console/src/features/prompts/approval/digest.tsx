import { CopyButton } from '../../../components/ui/copy.js';
import { Id } from '../../../components/ui/id.js';
import { t } from './texts.js';

const SHOWN_CHARACTERS = 19;

/** The digest of an action: short, and copied in full. */
export function Digest({ digest }: { readonly digest: string }) {
  return (
    <p className="flex min-w-0 items-center gap-2 text-[0.8125rem]">
      <span className="text-soft">{t.digest}</span>
      <span title={digest} className="min-w-0">
        <Id>{`${digest.slice(0, SHOWN_CHARACTERS)}…`}</Id>
      </span>
      <span className="print:hidden">
        <CopyButton text={digest} label={t.copyDigest} />
      </span>
    </p>
  );
}
