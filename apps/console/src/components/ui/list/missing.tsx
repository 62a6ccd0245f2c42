import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLook } from '../button.js';
import { Empty } from './empty.js';
import { t } from '../texts.js';

interface Props {
  /** "Prompt not found". */
  readonly title: string;
  /** Retention deletes records of this kind. */
  readonly retained?: boolean;
  /** Why there is no such record. Default: that it may have been deleted. */
  readonly help?: ReactNode;
  /** The list of such records. */
  readonly list: Pick<LinkProps, 'to' | 'search'> & { readonly label: string };
}

/** A record that does not exist, or does not exist any more. */
export function Missing({ title, retained = false, help, list: { label, ...link } }: Props) {
  return (
    <Empty title={title}>
      <p role="alert">{help ?? (retained ? t.missing.retention : t.missing.deleted)}</p>
      <Link {...link} className={buttonLook('secondary', 'small')}>
        {label}
      </Link>
    </Empty>
  );
}
