import { useNavigate, useRouter } from '@tanstack/react-router';
import { Bookmark, BookmarkCheck, Link2, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.js';
import { copyText } from '../ui/copy.js';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../ui/menu.js';
import { t as ui } from '../ui/texts.js';
import { t } from './texts.js';
import { ViewDialog } from './view-dialog.js';
import {
  deleteView,
  isSameFilter,
  renameView,
  saveView,
  targetOf,
  useViews,
  type ViewFilter,
  type ViewPage,
} from './views.js';
import { toast } from '../../lib/toast.js';

interface Props {
  readonly page: ViewPage;
  /** The filter on screen. */
  readonly filter: ViewFilter;
  /** The button has no text unless a view is active. */
  readonly compact?: boolean;
}

/** The menu of the saved views of a page. Its button names the view on screen. */
export function SavedViews({ page, filter, compact = false }: Props) {
  const views = useViews(page);
  const navigate = useNavigate();
  const router = useRouter();
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null);
  const active = views.find((view) => isSameFilter(view.filter, filter))?.name;
  const name = active === undefined ? t.title : t.active(active);
  const isFiltered = !isSameFilter(filter, {});
  const Icon = active === undefined ? Bookmark : BookmarkCheck;

  const choose = (chosen: string) => {
    const view = views.find((one) => one.name === chosen);
    if (view) void navigate(targetOf(page, view.filter));
  };
  const copyLink = async () => {
    const { publicHref } = router.buildLocation(targetOf(page, filter));
    if (await copyText(new URL(publicHref, location.href).href)) toast.success(t.copied);
    else toast.error(ui.copy.blocked);
  };
  return (
    <>
      <Menu
        trigger={
          <Button aria-label={name} title={name} className={active === undefined ? undefined : '!text-accent'}>
            <Icon className="size-4 shrink-0" aria-hidden />
            {active !== undefined ? (
              <span dir="auto" className={compact ? 'max-w-20 truncate' : 'max-w-48 truncate'}>
                {active}
              </span>
            ) : (
              !compact && t.title
            )}
          </Button>
        }
      >
        <MenuLabel>{views.length === 0 ? t.none : t.scope}</MenuLabel>
        <MenuChoice
          value={active ?? ''}
          onChoose={choose}
          options={views.map((view) => ({
            value: view.name,
            label: (
              <span dir="auto" className="max-w-64 truncate" title={view.name}>
                {view.name}
              </span>
            ),
          }))}
        />
        <MenuLine />
        {active === undefined && isFiltered && (
          <MenuItem onSelect={() => setDialog('save')}>
            <Plus className="size-4" aria-hidden />
            {t.save}
          </MenuItem>
        )}
        {active === undefined && !isFiltered && <MenuLabel>{t.noFilter}</MenuLabel>}
        <MenuItem onSelect={() => void copyLink()}>
          <Link2 className="size-4" aria-hidden />
          {t.copy}
        </MenuItem>
        {active !== undefined && (
          <>
            <MenuItem onSelect={() => setDialog('rename')}>
              <Pencil className="size-4" aria-hidden />
              {t.rename}
            </MenuItem>
            <MenuItem
              danger
              onSelect={() => {
                deleteView(page, active);
                toast.success(t.deleted(active));
              }}
            >
              <Trash2 className="size-4" aria-hidden />
              {t.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog !== null && (
        <ViewDialog
          views={views}
          renamed={dialog === 'rename' ? (active ?? null) : null}
          onName={(next) => {
            if (dialog === 'rename' && active !== undefined) renameView(page, active, next);
            else saveView(page, { name: next, filter });
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
