import { localChoice } from '../storage/local-choice.js';

/** The languages of the console, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

/** The language that the operator chose in this browser. The empty string: the first of the browser's languages that exists. */
export const languageChoice = localChoice('language');

/** The language of this page. It changes only with a reload. */
export let language: Language = 'en';

let translations: Readonly<Record<string, object>> = {};

const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/** The language to show: the chosen one, or the first of `preferred` (BCP 47 tags) that exists, or English. */
export function languageOf(chosen: string, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

/** Chooses a language for this browser, or the empty string, and reloads the page: what is not saved is lost. */
export function chooseLanguage(chosen: string): void {
  languageChoice.set(chosen);
  location.reload();
}

/**
 * Loads the texts of a language. Call it before the modules that use texts are imported: a catalogue is looked up once.
 * Throws when the file of the language cannot be loaded.
 */
export async function loadLanguage(next: Language): Promise<void> {
  if (next === 'en') return;
  // Set first: the texts import what formats numbers in the language.
  language = next;
  try {
    ({ translations } = await import('../../languages/de.js'));
  } catch (error) {
    language = 'en';
    throw error;
  }
}

/**
 * The texts of a feature in the language of the page.
 * @param name the folder below `src`, such as `features/audit`
 * @param english the English texts, which define what each translation must have
 */
export function catalogue<T extends object>(name: string, english: T): T {
  // The type of each translation is `typeof t`; a test checks the names.
  return (translations[name] as T | undefined) ?? english;
}
