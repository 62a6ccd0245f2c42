import type { t } from './texts.js';

export const german: typeof t = {
  email: 'E-Mail',
  password: 'Passwort',
  passwordHelp: (least) => `Mindestens ${least} Zeichen. Verwenden Sie einige zufällige Wörter.`,
  language: 'Sprache',
  incompleteLink: 'Der Link ist unvollständig. Öffnen Sie den ganzen Link: Er endet mit einem Token nach dem #.',
  signIn: {
    title: 'Anmelden',
    ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um fortzufahren.',
    or: 'oder',
    withPasskey: 'Mit Passkey anmelden',
    withProvider: (provider) => `Mit ${provider} anmelden`,
    signedOut: 'Sie sind vom Gateway abgemeldet. {link}',
    signOutOfProvider: (provider) => `Auch von ${provider} abmelden`,
    passwordMissing: 'Geben Sie Ihr Passwort ein.',
    forgotten:
      'Passwort vergessen? Bitten Sie einen Inhaber um einen Link zum Zurücksetzen (Seite „Operatoren“) oder führen Sie auf dem Server {command} aus.',
  },
  secondFactor: {
    title: 'Zweiter Faktor',
    passkey: 'Bestätigen Sie mit einem Ihrer Passkeys, dass Sie es sind.',
    continueWithPasskey: 'Weiter mit Passkey',
    usePasskey: 'Passkey verwenden',
    useApp: 'App verwenden',
    useRecoveryCode: 'Wiederherstellungscode verwenden',
    code: 'Code',
    codeHelp: 'Die sechs Ziffern, die Ihre Authenticator-App für Gateway anzeigt.',
    recoveryCode: 'Wiederherstellungscode',
    recoveryCodeHelp:
      'Einer der Codes, die Sie beim Einrichten Ihres zweiten Faktors gespeichert haben. Jeder Code gilt einmal.',
    continue: 'Weiter',
    startAgain: 'Neu beginnen',
    noCodes:
      'Keine Codes mehr? Bitten Sie einen Inhaber, Ihren zweiten Faktor zurückzusetzen (Seite „Operatoren“), oder führen Sie auf dem Server {command} aus.',
  },
  setUp: {
    title: 'Willkommen',
    help: 'Erstellen Sie das erste Konto dieses Gateways. Es hat die Rolle Inhaber.',
    create: 'Konto erstellen',
    firstOwner: 'Wer sich zuerst anmeldet, muss beim Anbieter die Rolle owner haben.',
    noOperator:
      'Dieses Gateway hat noch keinen Operator. Öffnen Sie den Einrichtungslink, den das Gateway beim Start ausgegeben hat. Er enthält {link} und funktioniert einmal. Ein Neustart gibt einen neuen Link aus.',
    theme: { title: 'Farbschema', system: 'System', light: 'Hell', dark: 'Dunkel' },
  },
  operator: {
    name: 'Ihr Name',
    nameHelp: 'Wird bei Ihren Antworten und Änderungen angezeigt.',
    emailHelp: 'Dient zur Anmeldung. Das Gateway sendet keine E-Mails.',
  },
  invitation: {
    title: 'Einladung annehmen',
    help: 'Erstellen Sie ein Konto, um Anfragen zu beantworten und dieses Gateway zu bedienen.',
    join: { owner: 'Als Inhaber beitreten', operator: 'Als Operator beitreten', viewer: 'Als Betrachter beitreten' },
    notOne: 'Dieser Link ist keine Einladung.',
  },
  reset: {
    title: 'Neues Passwort wählen',
    password: 'Neues Passwort',
    help: (least) => `Mindestens ${least} Zeichen. Sie werden überall sonst abgemeldet.`,
    submit: 'Passwort festlegen und anmelden',
  },
};
