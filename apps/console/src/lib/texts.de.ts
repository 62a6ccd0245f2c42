import type { t } from './texts.js';

export const german: typeof t = {
  now: 'jetzt',
  ms: 'ms',
  s: 's',
  min: 'min',
  h: 'h',
  d: 'd',
  enterValue: 'Geben Sie einen Wert ein.',
  chooseValue: 'Wählen Sie einen der Werte.',
  enterEmail: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
  enterUrl: 'Geben Sie eine URL ein, zum Beispiel https://agent.example.com/events.',
  tooShort: (least) => `Geben Sie mindestens ${least} Zeichen ein.`,
  tooLong: (most) => `Geben Sie höchstens ${most} Zeichen ein.`,
  tooFew: (least) => `Wählen Sie mindestens ${least} aus.`,
  tooMany: (most) => `Wählen Sie höchstens ${most} aus.`,
  tooSmall: (least) => `Geben Sie eine Zahl von mindestens ${least} ein.`,
  tooLarge: (most) => `Geben Sie eine Zahl von höchstens ${most} ein.`,
};
