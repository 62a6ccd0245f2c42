import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Genehmigung',
  digest: 'Prüfsumme',
  copyDigest: 'Prüfsumme der Aktion kopieren',
  unused: 'Noch nicht verwendet',
  until: 'Verwendbar bis',
  giverEnded: 'Die Dauerfreigabe, die sie erteilt hat, ist beendet: Die Aktion darf nicht laufen.',
  lapsed: 'Nicht rechtzeitig verwendet: Die Aktion darf nicht mehr laufen.',
  used: 'Verwendet',
  usedBy: 'Verwendet durch {key}',
  takenBack: 'Zurückgenommen: Die Aktion darf nicht laufen.',
  lets: 'lässt die Aktion zu',
  approving: 'Genehmigende Optionen',
  within: 'Verwendbar innerhalb von',
  takeBack: 'Zurücknehmen',
  confirmTitle: (id) => `Genehmigung von ${id} zurücknehmen?`,
  confirmHelp:
    'Der Agent kann sie nicht mehr verwenden, und die Chats der Anfrage erfahren davon. Das lässt sich nicht rückgängig machen.',
  timeline: {
    used: 'Genehmigung verwendet',
    usedBy: 'Genehmigung verwendet durch {key}',
    takenBack: 'Genehmigung zurückgenommen',
  },
};
