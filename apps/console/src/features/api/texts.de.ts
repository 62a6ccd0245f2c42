import type { t } from './texts.js';

export const german: typeof t = {
  title: 'API',
  search: 'API durchsuchen',
  noMatch: 'Keine passenden Operationen',
  noMatchHelp: (search) => `Nichts in der API enthält „${search}“.`,
  clear: 'Suche zurücksetzen',
  unknown: 'Operation nicht gefunden',
  unknownHelp: (id) => `Die API hat keine Operation ${id}.`,
  asYou: (name, role) =>
    `Eine Anfrage, die Sie ausprobieren, wird als ${name} (${role}) gesendet, wenn Sie mit „Authorize“ keinen API-Schlüssel eingeben.`,
  disabled:
    'Dieses Gateway stellt sein OpenAPI-Dokument nicht bereit. Parameter und Felder werden deshalb nicht angezeigt. Starten Sie es mit {setting}, um sie anzuzeigen.',
  confirm: 'Diese Anfrage senden?',
  confirmText: (name) =>
    `Die Anfrage ändert echte Daten dieses Gateways oder schreibt in einen Chat. Ohne API-Schlüssel wird sie in Ihrem Namen (${name}) gesendet.`,
  send: 'Anfrage senden',
  download: 'openapi.json herunterladen',
  publicPage: '/docs öffnen',
  signatures: {
    title: 'Callback-Signaturen',
    help: 'Mit diesen Signaturen prüft ein Empfänger, dass ein Callback von diesem Gateway kommt und unverändert ist.',
  },
  check: {
    title: 'Signatur prüfen',
    help: 'Wird während der Eingabe in diesem Browser berechnet. Es wird nichts gesendet.',
    insecure:
      'Diese Seite wurde über unverschlüsseltes http von einem anderen Rechner geladen. Dort sperren Browser ihre Kryptografiefunktionen. Öffnen Sie die Konsole über https oder auf dem Rechner des Gateways unter {address}. Der Code weiter unten funktioniert überall.',
    fill: 'Beispiel einfügen',
    body: 'Body',
    bodyHelp: 'Genau wie empfangen.',
    headers: 'Header',
    headersHelp: 'Einer pro Zeile, die Ausgabe von curl -v oder JSON. Andere Header werden ignoriert.',
    secret: 'Secret',
    secretHelp: 'Das CALLBACK_SIGNING_SECRET des Empfängers.',
    theSecret: 'Secret',
    result: 'Ergebnis',
    empty:
      'Fügen Sie den Body und die Header eines Callbacks und das Secret ein. Das Ergebnis zeigt, ob die Signaturen gültig sind oder was abweicht.',
    expected: 'Erwartet: {signature}',
    copyExpected: 'Erwartete Signatur kopieren',
    exampleSecret: 'ein Beispiel, nicht das Secret des Gateways',
  },
  verdict: {
    valid: 'Gültig',
    mismatch: 'Stimmt nicht überein',
    headerMissing: 'Header fehlt',
    headersMissing: 'Header fehlen',
    missing: (names) => `Es fehlt: ${names}`,
    onlyPrompts: 'Ereignisse von Anfragen haben diesen Header. Andere Ereignisse haben nur die Webhook-Header.',
    allThree: 'Alle drei Webhook-Header sind erforderlich.',
    upperCase: 'Das Gateway schreibt ihn in Kleinbuchstaben. Vergleichen Sie ohne Beachtung der Groß-/Kleinschreibung.',
    format:
      'Das Format ist falsch: Erforderlich sind sha256= und 64 hexadezimale Ziffern. Prüfen Sie, ob der Wert vollständig ist und aus diesem Header stammt.',
    webhookFormat:
      'Das Format ist falsch: Erforderlich sind v1, und 44 Base64-Zeichen. Mehrere Signaturen sind durch Leerzeichen getrennt.',
    noNumber: 'Der Zeitstempel ist keine Zahl',
    seconds: 'webhook-timestamp muss aus Unix-Sekunden bestehen, zum Beispiel 1760000000.',
    current: (position, count) => `Mit dem aktuellen Secret signiert: Signatur ${position} von ${count} stimmt.`,
    previous: (position, count) => `Mit einem früheren Secret signiert: Signatur ${position} von ${count} stimmt.`,
    old: (ago) =>
      `Die Signatur wurde ${ago} erstellt. Ein Empfänger sollte Callbacks ablehnen, die älter als 5 Minuten sind. Bei einem aufgezeichneten Callback ist das zu erwarten.`,
    early: (ahead) => `Der Zeitstempel liegt in der Zukunft (${ahead}): Die Uhren der beiden Rechner weichen ab.`,
    bodyEndsWithBreak: 'Der Body endet mit einem Zeilenumbruch, der nicht gesendet wurde. Entfernen Sie ihn.',
    bodyLacksBreak: 'Der Body wurde mit einem Zeilenumbruch am Ende gesendet. Fügen Sie ihn hinzu.',
    bodyHasSpace:
      'Am Anfang oder Ende des Bodys stehen Leerzeichen oder Zeilenumbrüche, die nicht gesendet wurden. Entfernen Sie sie.',
    bodyHasCrlf: 'Die Zeilenumbrüche des Bodys wurden von LF in CRLF geändert.',
    bodyParsed: 'Der Body wurde geparst und neu serialisiert. Prüfen Sie die unveränderten Bytes vor dem Parsen.',
    secretHasSpace: 'Am Anfang oder Ende des Secrets steht ein Leerzeichen oder Zeilenumbruch. Entfernen Sie es.',
    other:
      'Der Body oder das Secret weicht ab. Fügen Sie die unveränderten Bytes des Bodys ein, und vergleichen Sie das Secret mit dem CALLBACK_SIGNING_SECRET des Gateways.',
  },
  secret: {
    title: 'Signatur-Secret',
    help: 'Wer dieses Secret kennt, kann Callbacks an Ihre Agenten fälschen. Geben Sie es nur an Empfänger weiter.',
    copy: 'Secret kopieren',
    webhooks: 'Dasselbe Secret für Bibliotheken nach Standard Webhooks:',
    copyWebhooks: 'Secret für Standard Webhooks kopieren',
    previous: (count) =>
      count === 1
        ? 'Mit einem früheren Secret wird ebenfalls signiert (CALLBACK_SIGNING_SECRET_PREVIOUS).'
        : `Mit ${count} früheren Secrets wird ebenfalls signiert (CALLBACK_SIGNING_SECRET_PREVIOUS).`,
    use: 'In der Prüfung oben verwenden',
    hide: 'Verbergen',
    show: 'Signatur-Secret anzeigen',
    role: (role) => `Ihre Rolle ${role} darf das Secret nicht sehen. Wenden Sie sich an einen Owner.`,
    confirm: 'Signatur-Secret anzeigen?',
    confirmText: (name) =>
      `Im Audit-Log wird vermerkt, dass Sie, ${name}, es angezeigt haben. Achten Sie darauf, dass niemand sonst Ihren Bildschirm sieht.`,
    cancel: 'Abbrechen',
    confirmShow: 'Secret anzeigen',
  },
  headers: {
    title: 'Signierte Header',
    help: 'Die Signaturen gelten für die unveränderten Bytes des Bodys.',
    seconds: '<Unix-Sekunden>',
    xSignature:
      'HMAC-SHA256 des Bodys, nur mit dem aktuellen Secret; der Text des Secrets ist der Schlüssel. Wird mit Ereignissen von Anfragen und Testereignissen gesendet, nicht mit message.created.',
    id: 'Die Ereignis-ID, event_id im Body. Sie ist bei jedem Versuch gleich: Erkennen Sie damit Duplikate.',
    timestamp: 'Der Zeitpunkt dieses Versuchs. Lehnen Sie Callbacks ab, die älter als fünf Minuten sind.',
    signature:
      'HMAC-SHA256 aus webhook-id, webhook-timestamp und dem Body, mit Punkten verbunden. Der Schlüssel ist das dekodierte Base64 nach whsec_ oder der Text jedes anderen Secrets. Während eines Wechsels gibt es eine Signatur pro Secret, durch Leerzeichen getrennt. Wird mit jedem Ereignis gesendet.',
  },
  code: {
    title: 'Prüfung in Ihrem Empfänger',
    language: 'Sprache',
    languages: { typescript: 'TypeScript', python: 'Python' },
    sampleIn: (language) => `Signaturprüfung in ${language}`,
    standard:
      'Die Webhook-Header folgen Standard Webhooks 1.0.0. Bibliotheken dafür benötigen das Secret in der Form, die mit {prefix} beginnt (siehe oben).',
  },
};
