import { useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Card } from '../../components/ui/card.js';
import { Dialog } from '../../components/ui/dialog.js';
import { Field, Select } from '../../components/ui/form/field.js';
import { chooseLanguage, language, languageChoice, languageOf, languages } from '../../lib/language/language.js';
import { useLocalChoice } from '../../lib/storage/local-choice.js';
import { t } from './texts.js';

const nameOf = (chosen: string) => languages[languageOf(chosen, navigator.languages)];

/** The language of the console in this browser. */
export function LanguageCard() {
  const chosen = useLocalChoice(languageChoice);
  // A choice that needs a reload, until it is confirmed.
  const [asked, setAsked] = useState<string | null>(null);
  const close = () => setAsked(null);
  const choose = (next: string) =>
    languageOf(next, navigator.languages) === language ? languageChoice.set(next) : setAsked(next);
  return (
    <Card title={t.language.title} help={t.thisBrowserOnly}>
      <Field label={t.language.label} className="max-w-md">
        <Select value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">{t.language.ofBrowser(nameOf(''))}</option>
          {Object.entries(languages).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {asked !== null && (
        <Dialog open onClose={close} title={t.language.question(nameOf(asked))} help={t.language.effect}>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{t.cancel}</Button>
            <Button look="primary" onClick={() => chooseLanguage(asked)}>
              {t.language.change}
            </Button>
          </div>
        </Dialog>
      )}
    </Card>
  );
}
