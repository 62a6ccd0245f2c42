import './app/theme.css';
import { language, languageChoice, languageOf, loadLanguage } from './lib/language/language.js';

// A catalogue is looked up when its module is evaluated. The texts must be there first. Without a top-level await: the modules of the
// console wait for this one.
void loadLanguage(languageOf(languageChoice.get(), navigator.languages))
  // The file did not load: the console is in English.
  .catch(() => undefined)
  .then(() => {
    document.documentElement.lang = language;
    return import('./start.js');
  });
