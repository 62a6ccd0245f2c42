import type { GroupRecord, PersonRecord } from '@gateway/contract';
import { UsersRound, X } from 'lucide-react';
import { useState } from 'react';
import { findGroups, findPeople } from '../../lib/records/find-people.js';
import { PlatformMark } from '../platform-mark.js';
import { IconButton } from '../ui/button.js';
import { Combobox } from '../ui/form/combobox.js';
import { t } from './texts.js';

/** More of them are found by typing. */
const SHOWN = 30;

type PickedKind = 'person' | 'group';

interface Props {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly disabled?: boolean;
  /** Those who can be chosen. */
  readonly people?: readonly PersonRecord[];
  readonly groups?: readonly GroupRecord[];
  /** The name of the one who is chosen, in a field that takes one. */
  readonly chosen?: string | undefined;
  readonly onChoose: (kind: PickedKind, id: string) => void;
  /** Backspace in the empty field: of several, the last one is removed. */
  readonly onBackspace?: () => void;
  /** Given where the choice of a field that takes one can be taken back. */
  readonly onClear?: () => void;
}

/** A combobox for people and groups, which finds them by name, id or account. */
export function PeoplePicker(props: Props) {
  const { label, help, error, optional, disabled, people, groups, chosen, onChoose, onBackspace, onClear } = props;
  const [text, setText] = useState<string | null>(null);
  const found = text === null ? [] : choicesOf(people, groups, text);
  const choices = found.slice(0, SHOWN);
  const more = found.length > SHOWN ? t.picker.more(found.length - SHOWN) : null;
  const placeholder = people === undefined ? 'groups' : groups === undefined ? 'people' : 'both';
  return (
    <Combobox
      label={label}
      {...(help !== undefined && { help })}
      error={error}
      optional={optional ?? false}
      disabled={disabled ?? false}
      placeholder={t.picker.search[placeholder]}
      chosen={chosen ?? ''}
      text={text}
      onText={setText}
      choices={choices}
      keyOf={({ kind, id }) => `${kind}-${id}`}
      draw={drawChoice}
      note={found.length === 0 ? t.picker.noMatch : more}
      onChoose={({ kind, id }) => onChoose(kind, id)}
      {...(onBackspace && { onBackspace })}
      after={
        onClear &&
        chosen !== undefined && (
          <IconButton label={t.picker.clear(label)} size="normal" onClick={onClear}>
            <X className="size-4" aria-hidden />
          </IconButton>
        )
      }
    />
  );
}

interface Choice {
  readonly kind: PickedKind;
  readonly id: string;
  readonly name: string;
  readonly identities: PersonRecord['identities'];
}

const choicesOf = (
  people: readonly PersonRecord[] = [],
  groups: readonly GroupRecord[] = [],
  text: string,
): Choice[] => [
  ...findGroups(groups, text).map(({ group_id, name }) => ({
    kind: 'group' as const,
    id: group_id,
    name,
    identities: [],
  })),
  ...findPeople(people, text).map(({ person_id, name, identities }) => ({
    kind: 'person' as const,
    id: person_id,
    name,
    identities,
  })),
];

const drawChoice = ({ kind, id, name, identities }: Choice) => (
  <>
    <span className="grid min-w-0 flex-1 py-1">
      <span dir="auto" className="truncate">
        {name}
      </span>
      <span className="truncate text-xs text-soft">{id}</span>
    </span>
    {kind === 'group' ? (
      <span className="inline-flex shrink-0 items-center gap-1.5 text-xs text-soft">
        <UsersRound className="size-3.5" aria-hidden />
        {t.picker.group}
      </span>
    ) : (
      <span className="flex shrink-0 gap-1">
        {[...new Set(identities.map(({ platform }) => platform))].map((platform) => (
          <PlatformMark key={platform} id={platform} className="size-4" />
        ))}
      </span>
    )}
  </>
);
