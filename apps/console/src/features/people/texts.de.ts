import { formatNumber } from '../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Personen',
  help: 'Kanäle, Anfragen und Richtlinien nennen Personen und Gruppen als Genehmiger: Nur diese können antworten.',
  ownersOnly: 'Nur Inhaber können Personen und Gruppen ändern',
  add: 'Hinzufügen',
  save: 'Speichern',
  delete: 'Löschen',
  filters: {
    tab: 'Personen oder Gruppen',
    search: { people: 'Name, ID oder Konto suchen', groups: 'Name oder ID suchen' },
    group: 'Gruppe',
    allGroups: 'Alle Gruppen',
  },
  operators: {
    count: (count) =>
      count === 1
        ? 'Ein Operator der Konsole gehört zu keiner Person.'
        : `${formatNumber(count)} Operatoren der Konsole gehören zu keiner Person.`,
    show: 'Operatoren verknüpfen',
    title: 'Operatoren ohne Person',
    help: 'Antworten eines verknüpften Operators in der Konsole zählen als Antworten der Person, auch in Zahlen zu früheren Antworten.',
    linkTo: (name, id) => `Mit ${name} (${id}) verknüpfen`,
    linkLabel: (name) => `${name} mit einer Person verknüpfen`,
    add: 'Als Person hinzufügen',
    addNamed: (name) => `${name} als Person hinzufügen`,
    done: 'Jeder Operator gehört zu einer Person.',
    close: 'Schließen',
  },
  columns: { name: 'Name', accounts: 'Konten', groups: 'Gruppen', added: 'Hinzugefügt' },
  noneFound: {
    title: { people: 'Keine passenden Personen', groups: 'Keine passenden Gruppen' },
    help: { people: 'Keine Person passt zur Suche und zur Gruppe.', groups: 'Keine Gruppe passt zur Suche.' },
    showAll: { people: 'Alle Personen anzeigen', groups: 'Alle Gruppen anzeigen' },
  },
  deleteQuestion: (name) => `${name} löschen?`,
  people: {
    add: 'Person hinzufügen',
    none: 'Noch keine Personen',
    what: 'Eine Person hat einen Namen und auf jeder Plattform, auf der sie antwortet, ein Konto.',
    noAccount: 'Kein Konto: kann nicht antworten',
    operator: 'Operator',
    deletion: 'Diese Person kann nicht mehr als Genehmiger antworten. Frühere Antworten bleiben erhalten.',
  },
  groups: {
    title: 'Gruppen',
    add: 'Gruppe hinzufügen',
    change: (name) => `${name} ändern`,
    none: 'Noch keine Gruppen',
    what: 'Eine Gruppe fasst mehrere Genehmiger zusammen. Ihre Mitglieder können sich später ändern.',
    members: 'Mitglieder',
    noMembers: 'Keine Mitglieder',
    showMembers: (count) => (count === 1 ? 'Das Mitglied anzeigen' : `Alle ${formatNumber(count)} Mitglieder anzeigen`),
    deletion: 'Die Gruppe wird gelöscht. Ihre Mitglieder bleiben erhalten.',
  },
};
