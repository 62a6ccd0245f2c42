import type { t } from './texts.js';

export const german: typeof t = {
  groups: { inbox: 'Eingang', configure: 'Einrichten', monitor: 'Überwachen' },
  pages: {
    overview: 'Übersicht',
    prompts: 'Anfragen',
    conversations: 'Unterhaltungen',
    channels: 'Kanäle',
    deliveries: 'Zustellungen',
    people: 'Personen',
    policies: 'Richtlinien',
    rules: 'Regeln',
    standingApprovals: 'Dauerfreigaben',
    keys: 'API-Schlüssel',
    retention: 'Aufbewahrung',
    operators: 'Operatoren',
    platforms: 'Plattformen',
    audit: 'Audit-Log',
    health: 'Zustand',
    api: 'API',
  },
  navigation: {
    all: 'Seiten',
    main: 'Wichtigste Seiten',
    search: 'Suchen',
    more: 'Mehr',
    pending: 'offen',
  },
  account: {
    page: 'Konto und Sitzungen',
    theme: 'Design',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    signOut: 'Abmelden',
  },
  live: {
    title: 'Live-Aktualisierung',
    connecting: 'Verbinde',
    live: 'Live',
    lost: 'Getrennt',
  },
};
