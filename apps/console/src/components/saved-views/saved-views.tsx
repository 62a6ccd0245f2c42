import type { SavedView, ViewPage } from '@gateway/contract';
import { deleteSavedView } from '@gateway/contract/values';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Bookmark, BookmarkCheck, Link2, Pencil, Plus, RotateCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call, reasonOf } from '../../lib/api.js';
import { toast } from '../../lib/page/toast.js';
import { useSave } from '../../lib/forms/use-save.js';
import { Button } from '../ui/button.js';
import { copyText } from '../ui/copy.js';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../ui/menu.js';
import { t as ui } from '../ui/texts.js';
import { isSameFilter, type ViewFilter } from './filters.js';
import { t } from './texts.js';
import { targetOf, useViews } from './views.js';
import { ViewDialog } from './view-dialog.js';

interface Props {
  readonly page: ViewPage;
  /** The filter on screen. */
  readonly filter: ViewFilter;
  /** The button has no text unless a view is active. */
  readonly compact?: boolean;
}

/** The menu of the saved views of a page. Its button names the view on screen. */
export function SavedViews({ page, filter, compact = false }: Props) {
  const { data, error, refetch } = useViews();
  const views = data?.filter((view) => view.page === page);
  const navigate = useNavigate();
  const router = useRouter();
  const remove = useRemove();
  const [dialog, setDialog] = useState<{ readonly renamed: SavedView | null } | null>(null);
  const active = views?.find((view) => isSameFilter(view.filter, filter));
  const name = active === undefined ? t.title : t.active(active.name);
  const isFiltered = !isSameFilter(filter, {});
  const Icon = active === undefined ? Bookmark : BookmarkCheck;

  const choose = (chosen: string) => {
    const view = views?.find(({ id }) => id === chosen);
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
                {active.name}
              </span>
            ) : (
              !compact && t.title
            )}
          </Button>
        }
      >
        {views !== undefined ? (
          <MenuLabel>{views.length === 0 ? t.none : t.scope}</MenuLabel>
        ) : error === null ? (
          <MenuLabel>{ui.loading}</MenuLabel>
        ) : (
          <>
            <Note>{t.notLoaded(reasonOf(error))}</Note>
            <MenuItem onSelect={() => void refetch()}>
              <RotateCw className="size-4" aria-hidden />
              {ui.retry}
            </MenuItem>
          </>
        )}
        <MenuChoice
          value={active?.id ?? ''}
          onChoose={choose}
          options={(views ?? []).map((view) => ({
            value: view.id,
            label: (
              <span dir="auto" className="max-w-64 truncate" title={view.name}>
                {view.name}
              </span>
            ),
          }))}
        />
        <MenuLine />
        {views && active === undefined && isFiltered && (
          <MenuItem onSelect={() => setDialog({ renamed: null })}>
            <Plus className="size-4" aria-hidden />
            {t.save}
          </MenuItem>
        )}
        {views && active === undefined && !isFiltered && <MenuLabel>{t.noFilter}</MenuLabel>}
        <MenuItem onSelect={() => void copyLink()}>
          <Link2 className="size-4" aria-hidden />
          {t.copy}
        </MenuItem>
        {active !== undefined && (
          <>
            <MenuItem onSelect={() => setDialog({ renamed: active })}>
              <Pencil className="size-4" aria-hidden />
              {t.rename}
            </MenuItem>
            <MenuItem danger onSelect={() => remove(active)}>
              <Trash2 className="size-4" aria-hidden />
              {t.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog !== null && (
        <ViewDialog
          page={page}
          views={views ?? []}
          renamed={dialog.renamed}
          filter={setOnes(filter)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** A sentence, which has several lines. */
function Note({ children }: { readonly children: ReactNode }) {
  return (
    <MenuLabel>
      <span className="block max-w-64 wrap-anywhere">{children}</span>
    </MenuLabel>
  );
}

function useRemove(): (view: SavedView) => void {
  const { mutate } = useSave(
    async ({ id, name }: SavedView) => {
      await call(deleteSavedView, { params: { id } });
      return name;
    },
    {
      resources: ['views'],
      refreshAlways: true,
      onSaved: (name) => toast.success(t.deleted(name)),
      onFailed: (error) => toast.error(reasonOf(error)),
    },
  );
  return mutate;
}

const setOnes = (filter: ViewFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
