import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Konto',
  help: 'Ihr Profil, Ihre Anmeldung und Ihre Sitzungen.',
  thisBrowserOnly: 'Gilt nur für diesen Browser.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  noChanges: 'Es gibt keine Änderungen zu speichern',
  profile: {
    title: 'Profil',
    name: 'Name',
    nameHelp: 'Wird bei Ihren Antworten, Nachrichten und Änderungen angezeigt.',
    email: 'E-Mail',
    role: 'Rolle',
    saved: 'Name geändert.',
  },
  theme: { title: 'Farbschema', system: 'System', light: 'Hell', dark: 'Dunkel' },
  language: {
    title: 'Sprache',
    label: 'Sprache der Konsole',
    ofBrowser: (language) => `Sprache des Browsers (${language})`,
    question: (language) => `Sprache auf ${language} umstellen?`,
    effect:
      'Die Seite wird neu geladen. Nicht gespeicherter oder gesendeter Text geht verloren, zum Beispiel der Entwurf einer Nachricht.',
    change: 'Sprache umstellen',
  },
  timeZone: {
    title: 'Zeitzone',
    label: 'Zeitzone aller Zeitangaben',
    now: (time) => `Jetzt: ${time}`,
    ofBrowser: (zone) => `Zeitzone des Browsers (${zone})`,
  },
  password: {
    title: 'Passwort',
    help: 'Wenn Sie Ihr Passwort ändern, werden Sie in allen anderen Browsern abgemeldet.',
    current: 'Aktuelles Passwort',
    currentSecret: 'aktuelles Passwort',
    next: 'Neues Passwort',
    nextSecret: 'neues Passwort',
    nextHelp: (least) => `Mindestens ${least} Zeichen. Verwenden Sie einige zufällige Wörter.`,
    missing: 'Geben Sie Ihr aktuelles Passwort ein.',
    wrong: 'Das ist nicht Ihr aktuelles Passwort.',
    change: 'Passwort ändern',
    changed: 'Passwort geändert. Alle anderen Browser sind abgemeldet.',
  },
  provider: {
    title: (name) => `Anmeldung mit ${name}`,
    help: (name) =>
      `Verknüpfen Sie Ihr Konto bei ${name} mit diesem. Danach können Sie sich damit anmelden, ohne Passwort und zweiten Faktor hier. Sie können ein Konto verknüpfen.`,
    link: 'Konto verknüpfen',
  },
  sessions: {
    title: 'Sitzungen',
    help: 'Wenn Sie eine Sitzung nicht erkennen, melden Sie sie ab und ändern Sie Ihr Passwort.',
    signOut: 'Abmelden',
    signOutOf: (browser) => `${browser} abmelden`,
    signOutEverywhere: 'Überall abmelden',
    question: 'Überall abmelden?',
    effect: 'Sie werden in allen Browsern abgemeldet, auch in diesem. Sie können sich sofort wieder anmelden.',
  },
};
