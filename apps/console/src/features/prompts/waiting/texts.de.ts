import { formatNumber } from '../../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  problems: {
    title: 'Was eine Antwort verhindert',
    openPeople: 'Personen öffnen',
    openChannel: 'Kanal öffnen',
  },
  missing: {
    anybody: 'Wartet auf eine Antwort im Chat',
    none: 'Niemand sonst kann antworten',
    names: (names) => `Wartet auf ${names}`,
    more: (count) => `${formatNumber(count)} weitere`,
    user: (id) => `Benutzer ${id}`,
  },
  ownPerson: {
    add: 'Sie sind nicht als Person eingetragen. Anfragen an bestimmte Personen erscheinen deshalb hier nicht. Fügen Sie unter {people} eine Person mit Ihrem Operator hinzu.',
    ask: 'Sie sind nicht als Person eingetragen. Anfragen an bestimmte Personen erscheinen deshalb hier nicht. Bitten Sie einen Inhaber, eine Person mit Ihrem Operator hinzuzufügen.',
    people: 'Personen',
  },
  reason: {
    label: 'Ihre Begründung',
    help: 'Der Agent wartet darauf. Er erhält die Entscheidung {time} ohne Begründung.',
    over: 'Die Zeit für eine Begründung ist abgelaufen. Die Entscheidung gilt ohne Begründung.',
    enterReason: 'Geben Sie zuerst eine Begründung ein',
    cannotAnswer: 'Ihre Rolle darf keine Anfragen beantworten',
    send: 'Begründung senden',
  },
};
