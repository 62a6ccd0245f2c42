import { language } from './language.js';
import { localChoice } from '../storage/local-choice.js';

/*
 * Dates and numbers are in the language of the console: a mixture of languages is hard to read. The variety of the language (order
 * of day and month, 12 or 24 hours) is that of the browser.
 */
const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;
const fallbacks = { en: 'en-GB', de: 'de-DE' } as const;

/** The locale of all dates and numbers, a BCP 47 tag. */
export const locale = preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? fallbacks[language];

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
const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** "1,204". */
export const formatNumber = (value: number): string => number.format(value);

/** "4.2": with one decimal place. */
export const formatDecimal = (value: number): string => decimal.format(value);

/** "12.5%", of a share between 0 and 1. */
export const formatShare = (value: number): string => share.format(value);
