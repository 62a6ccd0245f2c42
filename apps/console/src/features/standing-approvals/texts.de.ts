import { formatNumber } from '../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Dauerfreigaben',
  one: 'Dauerfreigabe',
  help: 'Wer eine Anfrage genehmigt, kann auch die nächsten Aktionen wie diese genehmigen, für einige Stunden. Solche Aktionen laufen ohne Frage.',
  state: 'Stand',
  states: { active: 'Aktiv', ended: 'Beendet', all: 'Alle' },
  badges: { active: 'Aktiv', ended: 'Beendet' },
  none: {
    active: 'Keine aktiven Dauerfreigaben',
    ended: 'Keine beendeten Dauerfreigaben',
    all: 'Noch keine Dauerfreigaben',
  },
  howGiven:
    'Eine Regel, die fragt, kann Dauerfreigaben anbieten. Dann hat die Frage eine Schaltfläche wie „Approve for 1 h“. Schalten Sie es in den {rules} ein.',
  rules: 'Regeln',
  notFound: 'Dauerfreigabe nicht gefunden',
  all: 'Alle Dauerfreigaben anzeigen',
  deletedCover: (action) => `${action} (die Aufbewahrung hat die Argumente gelöscht)`,
  facts: {
    givenBy: 'Erteilt von',
    prompt: 'Mit der Anfrage',
    key: 'Gefragt von',
    noKey: 'Aufrufe ohne API-Schlüssel',
    rule: 'Regel',
    until: 'Bis',
    used: 'Verwendet',
    uses: (uses, most) => `${formatNumber(uses)} von ${formatNumber(most)} Verwendungen`,
    lastUsed: 'Zuletzt verwendet',
    never: 'Nie',
    ended: 'Beendet',
  },
  ends: {
    stopped: { plain: 'Sie wurde beendet', by: '{name} hat sie beendet' },
    expired: { plain: 'Ihre Zeit war abgelaufen', by: null },
    used_up: { plain: 'Sie war aufgebraucht', by: null },
    rule_changed: {
      plain: 'Die Regel wurde geändert oder gelöscht',
      by: '{name} hat die Regel geändert oder gelöscht',
    },
    not_an_approver: { plain: 'Jemand, der sie erteilt hat, darf nicht mehr antworten', by: null },
    taken_back: {
      plain: 'Die Genehmigung, mit der sie erteilt wurde, wurde zurückgenommen',
      by: '{name} hat die Genehmigung zurückgenommen',
    },
  },
  enders: {
    person: 'Jemand im Chat',
    operator: 'Ein Operator',
    key: (name) => `Der API-Schlüssel ${name}`,
    unnamedKey: 'Ein API-Schlüssel',
    open: 'Ein Aufruf ohne API-Schlüssel',
  },
  stop: {
    action: 'Beenden',
    named: (covers) => `Beenden: ${covers}`,
    title: 'Diese Dauerfreigabe beenden?',
    effect:
      'Ab jetzt werden Personen nach diesen Aktionen gefragt. Genehmigungen, die sie erteilt hat und die noch nicht verwendet wurden, enden. Das lässt sich nicht rückgängig machen.',
    done: 'Die Dauerfreigabe wurde beendet',
  },
};
