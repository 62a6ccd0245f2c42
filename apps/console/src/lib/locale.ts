import { localChoice } from './local-choice.js';

/*
 * The console is in English, so dates and numbers are English as well: a mixture of languages is hard to read. The variety of
 * English (order of day and month, 12 or 24 hours) is that of the browser, or British.
 */
const languages = typeof navigator === 'undefined' ? [] : navigator.languages;
export const locale = languages.find((language) => /^en\b/i.test(language)) ?? 'en-GB';

/** The time zone of all dates, an IANA name. The empty string: that of the browser. */
export const timeZoneChoice = localChoice('time-zone');

/** The IANA name of the time zone in use. */
export function timeZone(): string {
  const chosen = timeZoneChoice.get();
  return isTimeZone(chosen) ? chosen : browserTimeZone;
}

export const browserTimeZone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** Formats a date in the chosen time zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  timeZoneChoice.subscribe(() => (format = undefined));
  return (at) => (format ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: timeZone() })).format(at);
}

const number = new Intl.NumberFormat(locale);

/** "1,204". */
export const formatNumber = (value: number): string => number.format(value);
