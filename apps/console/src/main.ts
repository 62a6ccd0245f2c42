import './app/theme.css';
import { language, languageChoice, languageOf, loadLanguage } from './lib/language.js';

// A catalogue is looked up when its module is evaluated. The texts must be there first.
try {
  await loadLanguage(languageOf(languageChoice.get(), navigator.languages));
} catch {
  // The file did not load: the console is in English.
}
document.documentElement.lang = language;
await import('./start.js');
