import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { classes } from '../../components/ui/classes.js';
import { reasonOf } from '../../lib/api.js';
import { paletteOpener } from '../../lib/page/palette-state.js';
import { matching, type Entry, type Group } from './entry.js';
import { useOwnEntries } from './own-entries.js';
import { addRecent, recentRecords } from './recent.js';
import { namedPrompt, resultGroups, targetOf, type Found } from './results.js';
import { t } from './texts.js';
import { useResults } from './use-results.js';

const LIST = 'palette-list';

interface Props {
  /** What was typed before the palette was loaded. */
  readonly earlyRef: RefObject<string>;
  readonly onClose: () => void;
}

/** Pages, actions and records of all kinds, found by typing. */
export function Palette({ earlyRef, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // Not the initial state: React may show the palette some time after it was rendered.
  useLayoutEffect(() => {
    if (earlyRef.current !== '') setTyped(earlyRef.current);
    earlyRef.current = '';
  }, [earlyRef]);
  const followed = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const text = typed.trim();
  const groups = useGroups(text, () => {
    followed.current = true;
    onClose();
  });
  const { isSearching, error } = groups;
  const entries = groups.all.flatMap(({ entries: some }) => some);
  const current = entries.find(({ key }) => key === chosen) ?? entries[0];

  const move = (by: number) => {
    const at = current ? entries.indexOf(current) : -1;
    setChosen(entries[(at + by + entries.length) % entries.length]?.key ?? null);
  };
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => current && groups.run(current),
    };
    const isToggle = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const action = isToggle ? onClose : event.nativeEvent.isComposing ? undefined : moves[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <Radix.Root open onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={press}
          // Radix would select the text, and the next key would replace it.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            field.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const opener = paletteOpener();
            const back =
              followed.current || opener === document.body || !opener?.isConnected
                ? document.getElementById('page')
                : opener;
            if (back instanceof HTMLElement) back.focus({ preventScroll: true });
          }}
          className="fixed inset-x-0 top-0 z-50 flex max-h-[85dvh] flex-col overflow-hidden rounded-b-card bg-raised shadow-pop sm:inset-x-auto sm:top-[12dvh] sm:left-1/2 sm:max-h-[70dvh] sm:w-[calc(100vw-2rem)] sm:max-w-xl sm:-translate-x-1/2 sm:rounded-card"
        >
          <Radix.Title className="sr-only">{t.title}</Radix.Title>
          <div className="flex items-center gap-2.5 border-b border-line px-4">
            <Search className="size-4.5 shrink-0 text-soft" aria-hidden />
            <input
              ref={field}
              role="combobox"
              aria-label={t.title}
              aria-expanded
              aria-controls={LIST}
              aria-autocomplete="list"
              aria-activedescendant={current && optionId(current)}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder={t.placeholder}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(null);
              }}
              className="min-h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-soft"
            />
            <button type="button" onClick={onClose} className="rounded px-2 py-1 text-xs text-soft hover:bg-hover">
              {t.close}
            </button>
          </div>
          <div id={LIST} role="listbox" aria-label={t.results} className="min-h-0 overflow-y-auto p-2">
            {groups.all.map((group) => (
              <div key={group.label} role="group" aria-label={group.label}>
                <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-soft">
                  {group.label}
                </p>
                {group.entries.map((entry) => (
                  <Option key={entry.key} entry={entry} current={entry === current} run={groups.run} />
                ))}
              </div>
            ))}
          </div>
          <p
            role="status"
            className={classes('px-4 pb-3 text-sm text-soft', entries.length > 0 && error === null && 'sr-only')}
          >
            {statusOf({ text, count: entries.length, isSearching, error })}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface Status {
  readonly text: string;
  readonly count: number;
  readonly isSearching: boolean;
  readonly error: unknown;
}

function statusOf({ text, count, isSearching, error }: Status): string {
  if (error !== null) return t.failed(reasonOf(error));
  if (isSearching) return t.searching;
  if (count > 0) return t.count(count);
  return text.length < 3 ? t.nothingForShort : t.nothing;
}

/** The groups for a text, and how an entry is run. */
function useGroups(text: string, onRun: () => void) {
  const { pages, actions, views } = useOwnEntries();
  const { results, isSearching, error } = useResults(text);
  const [recent] = useState(recentRecords);
  const navigate = useNavigate();
  const run = ({ act }: Entry) => {
    onRun();
    if (typeof act === 'function') act();
    else void navigate(act);
  };
  const follow = (found: Found) => {
    addRecent(found);
    void navigate(targetOf(found));
  };
  if (text === '') {
    const [visited] = resultGroups(recent, follow);
    const all: Group[] = [
      ...(visited ? [{ ...visited, label: t.recent }] : []),
      { label: t.actionsGroup, entries: actions },
      { label: t.pagesGroup, entries: pages },
      ...(views.length > 0 ? [{ label: t.viewsGroup, entries: views }] : []),
    ];
    return { all, isSearching, error, run };
  }
  const named = namedPrompt(text);
  const isKnown = results.some(({ kind, id }) => kind === 'prompt' && id === named?.id);
  // Enter works before the server has answered.
  const found = named && !isKnown && isSearching ? [named, ...results] : results;
  const [exact, ...others] = splitExact(resultGroups(found, follow));
  const all = [
    ...exact,
    { label: t.actionsGroup, entries: matching(actions, text) },
    { label: t.pagesGroup, entries: matching(pages, text) },
    { label: t.viewsGroup, entries: matching(views, text) },
    ...others.flat(),
  ].filter(({ entries }) => entries.length > 0);
  return { all, isSearching, error, run };
}

function splitExact(groups: readonly Group[]): [Group[], Group[]] {
  const isExact = ({ label }: Group) => label === t.exact;
  return [groups.filter(isExact), groups.filter((group) => !isExact(group))];
}

const optionId = ({ key }: Entry) => `palette-${encodeURIComponent(key)}`;

interface OptionProps {
  readonly entry: Entry;
  readonly current: boolean;
  readonly run: (entry: Entry) => void;
}

function Option({ entry, current, run }: OptionProps) {
  const { label, hint, icon: Icon } = entry;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) line.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    // The keys are those of the combobox.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={line}
      id={optionId(entry)}
      role="option"
      aria-selected={current}
      tabIndex={-1}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(entry)}
      className={classes(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-sm hover:bg-hover',
        current && 'bg-selected',
      )}
    >
      <Icon className="size-4 shrink-0 text-soft" strokeWidth={1.75} aria-hidden />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {label}
      </span>
      {hint !== undefined && <span className="max-w-[45%] shrink-0 truncate text-xs text-soft">{hint}</span>}
    </div>
  );
}
