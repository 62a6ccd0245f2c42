import { counted } from '../../lib/counted.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Kanäle',
  help: 'Ein Kanal verbindet Agenten mit einem Chat, für Anfragen oder für Nachrichten.',
  add: 'Kanal hinzufügen',
  mayNotAdd: 'Ihre Rolle darf keine Kanäle hinzufügen',
  mayNotTest: 'Ihre Rolle darf keine Kanäle testen',
  types: { PROMPT: 'Anfragen', MESSAGE: 'Nachrichten' },
  failing: (count) =>
    `${counted(count, 'Kanal ist gestört', 'Kanäle sind gestört')}. Nachrichten werden möglicherweise nicht zugestellt.`,
  showFailing: 'Gestörte anzeigen',
  noneFound: {
    title: 'Keine passenden Kanäle',
    help: 'Entfernen Sie einen Filter, oder suchen Sie nach einem anderen Teil der ID oder des Chats.',
    showAll: 'Alle Kanäle anzeigen',
  },
  noneYet: {
    title: 'Noch keine Kanäle',
    help: 'Verbinden Sie einen Chat, oder probieren Sie einen simulierten Chat aus, der kein Konto benötigt.',
    tryIt: 'Ohne Konto ausprobieren',
  },
  filters: {
    search: 'ID oder Chat suchen',
    platform: 'Plattform',
    allPlatforms: 'Alle Plattformen',
    type: 'Typ',
    allTypes: 'Alle Typen',
    state: 'Status',
    all: 'Alle',
    active: 'Aktiv',
  },
  columns: { channel: 'Kanal', chat: 'Ziel-Chat', received: 'Zuletzt empfangen', sent: 'Zuletzt gesendet' },
  traffic: {
    title: 'Letzte 7 Tage',
    asList: 'Als Liste',
    week: (counts) => `Letzte 7 Tage: ${counts}`,
    period: (from, until, counts) => `${from} bis ${until}: ${counts}`,
    counts: {
      asked: (count) => `${count} gefragt`,
      answered: (count) => `${count} beantwortet`,
      received: (count) => `${count} empfangen`,
      refused: (count) => `${count} abgelehnt`,
    },
    states: { fine: 'Alles angenommen', some: 'Teils abgelehnt', failed: 'Alles abgelehnt', none: 'Kein Verkehr' },
  },
  row: {
    changed: '{time} geändert',
    received: 'Zuletzt empfangen: {time}',
    sent: 'Zuletzt gesendet: {time}',
  },
  outsideWindow: {
    refuse: 'Nicht senden',
    template: 'Vorlage senden (evtl. Kosten)',
    direct: 'Trotzdem senden (evtl. Kosten)',
  },
  callbackUrl: 'Callback-URL',
  callbackTest: {
    send: 'Testereignis senden',
    enterUrl: 'Geben Sie zuerst eine URL mit http:// oder https:// ein',
    mayNotSend: 'Ihre Rolle darf keine Testereignisse senden',
    accepted: 'Angenommen',
    notAccepted: 'Nicht angenommen',
    noResponse: (after) => `Keine Antwort nach ${after}`,
    status: (status, after) => `Status ${status} nach ${after}`,
    body: 'Antworttext (HTTP)',
  },
  instructionsFor: (platform) => `Anleitung für ${platform}`,
  noWebhookUrl: 'erst verfügbar, wenn PUBLIC_WEBHOOK_URL gesetzt ist',
  terms: {
    approvers: 'Genehmiger',
    approversHelp: 'Nur sie können antworten. Ohne Genehmiger kann jeder im Chat antworten.',
    approversOwnersOnly: 'Nur Inhaber können die Genehmiger ändern.',
    policy: 'Richtlinie',
    policyHelp: 'Sie gilt für alle Anfragen des Kanals.',
    policyOwnersOnly: 'Nur Inhaber können die Richtlinie ändern.',
    noPolicy: 'Keine',
  },
  attention: {
    perKey: 'Offene Anfragen eines API-Schlüssels',
    perKeyHelp: 'Höchstens so viele gleichzeitig. Leer: keine Grenze.',
    perPerson: 'Offene Anfragen für eine Person',
    perPersonHelp:
      'Höchstens so viele, die die Person als Genehmiger nennen. Ein API-Schlüssel darf die Hälfte davon belegen. Leer: keine Grenze.',
    ownersOnly: 'Nur Inhaber können die Grenze ändern.',
  },
  promptLinks: {
    label: 'Links zur Konsole',
    help: 'Anfragen im Chat enden mit einem Link zur Konsole, und Callbacks enthalten ihn.',
    needsUrl: 'Anfragen können mit einem Link zur Konsole enden, wenn PUBLIC_WEBHOOK_URL gesetzt ist.',
  },
  testResult: {
    passed: 'Test bestanden',
    account: 'Konto: {account}',
    target: 'Ziel-Chat: {target}',
  },
  webhook: {
    title: 'Webhook-URL',
    copy: 'Webhook-URL kopieren',
    enter: (platform) =>
      `Tragen Sie sie in ${platform} ein, wie in der Anleitung beschrieben. Sie antwortet, sobald der Kanal gespeichert ist.`,
    automatic: (platform) => `Das Gateway registriert diese URL automatisch bei ${platform}.`,
    required:
      '{platform} muss dieses Gateway aus dem Internet erreichen, aber das Gateway hat keine öffentliche URL. Setzen Sie {setting}, zum Beispiel auf {example}, und starten Sie das Gateway neu. Sie können den Kanal jetzt schon speichern; bis dahin empfängt er nichts.',
    socket:
      'Diese Plattform benötigt keine öffentliche URL: Das Gateway baut eine Verbindung zu {platform} auf. Wenn {setting} gesetzt ist, kann stattdessen {platform} das Gateway aufrufen.',
    polling:
      'Diese Plattform benötigt keine öffentliche URL: Das Gateway fragt Ereignisse bei {platform} ab. Wenn {setting} gesetzt ist, kann stattdessen {platform} das Gateway aufrufen.',
  },
};
