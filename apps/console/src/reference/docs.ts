import '../app/theme.css';
import { language, languageChoice, languageOf, loadLanguage } from '../lib/language/language.js';

// The page /docs of the gateway. Like src/main.ts: the texts must be there before the modules that use them.
void loadLanguage(languageOf(languageChoice.get(), navigator.languages))
  // The file did not load: the page is in English.
  .catch(() => undefined)
  .then(() => {
    document.documentElement.lang = language;
    return import('./docs-page.js');
  })
  .then(({ drawDocsPage }) => drawDocsPage(document.body));
