import { chooseLanguage, language, languages } from '../../lib/language/language.js';
import { t } from './texts.js';

/** The languages of the console. The tab keeps what a reload needs: the token of the link, the name and the e-mail. */
export function LanguageChoice() {
  return (
    <select
      aria-label={t.language}
      value={language}
      onChange={({ target }) => chooseLanguage(target.value)}
      className="min-h-8 rounded-control border border-transparent bg-transparent px-2 text-[0.8125rem] text-soft hover:border-edge hover:text-ink"
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
