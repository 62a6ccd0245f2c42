import type { Route, Scope } from '@gateway/contract';
import { Download } from 'lucide-react';
import { useMay } from '../lib/session/session.js';
import { t as texts } from './texts.js';
import { IconButton } from './ui/button.js';
import { Menu, MenuLabel, MenuLink } from './ui/menu.js';

interface Props {
  /** The route of the export. */
  readonly route: Pick<Route, 'path'>;
  readonly scope: Scope;
  /** The filters on screen. */
  readonly query: Readonly<Record<string, unknown>>;
  /** What the files contain. */
  readonly what: 'prompts' | 'messages' | 'deliveries' | 'audit';
}

const t = texts.exportMenu;
const formats = ['csv', 'ndjson'] as const;

/** Downloads the records of a list. The browser sends the session, and shows the progress and a failure of the download. */
export function ExportMenu({ route, scope, query, what }: Props) {
  const { export: label, all } = t[what];
  const icon = <Download className="size-4" aria-hidden />;
  if (!useMay(scope)) {
    return (
      <IconButton label={`${label}. ${t.denied}`} disabledReason={t.denied}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Menu trigger={<IconButton label={label}>{icon}</IconButton>}>
      <MenuLabel>{all}</MenuLabel>
      {formats.map((format) => (
        <MenuLink key={format}>
          <a href={addressOf(route.path, { format, ...query })} download>
            {t[format]}
          </a>
        </MenuLink>
      ))}
    </Menu>
  );
}

function addressOf(path: string, query: Props['query']): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
