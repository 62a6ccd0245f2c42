import type { ActionArgs } from '@gateway/contract';
import { visible } from '@gateway/contract/values';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Textarea } from '../../../components/ui/form/field.js';
import { visibleLines } from '../visible-lines.js';
import { changesOfFields, changesOfJson, fieldText } from './args.js';
import { t as texts } from './texts.js';

const t = texts.args;

interface Props {
  readonly asked: ActionArgs;
  /** Changes that were made before. */
  readonly initial: ActionArgs;
  /** Null: something cannot be used. */
  readonly onChange: (changes: ActionArgs | null) => void;
}

/** The arguments to edit: a field for each, or all as one JSON object. */
export function ArgsFields({ asked, initial, onChange }: Props) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(initial).map(([key, value]) => [key, fieldText(value)])),
  );
  // Null: there is a field for each argument.
  const [json, setJson] = useState<string | null>(null);
  const { args, problems } = changesOfFields(asked, texts);
  const ofJson = json === null ? args : changesOfJson(asked, json);

  const changeField = (key: string, text: string) => {
    const next = { ...texts, [key]: text };
    setTexts(next);
    const changes = changesOfFields(asked, next);
    onChange(Object.keys(changes.problems).length > 0 ? null : changes.args);
  };
  const changeJson = (text: string) => {
    setJson(text);
    const changes = changesOfJson(asked, text);
    onChange(typeof changes === 'string' ? null : changes);
  };
  const switchForm = () => {
    if (json === null) return changeJson(JSON.stringify({ ...asked, ...args }, null, 2));
    const kept = typeof ofJson === 'string' ? {} : ofJson;
    setTexts(Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, fieldText(value)])));
    setJson(null);
    onChange(kept);
  };

  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t.legend}</legend>
      {json === null ? (
        Object.entries(asked).map(([key, value]) => (
          <Field
            key={key}
            label={
              <span dir="auto" className="wrap-anywhere">
                {visible(key)}
              </span>
            }
            error={problems[key]}
            help={hiddenIn(texts[key] ?? fieldText(value))}
          >
            <Textarea
              dir="auto"
              rows={Math.min(fieldText(value).split('\n').length, 12)}
              spellCheck={false}
              className="field-sizing-content max-h-80 font-mono"
              value={texts[key] ?? fieldText(value)}
              onChange={({ target }) => changeField(key, target.value)}
            />
          </Field>
        ))
      ) : (
        <Field label={t.json} error={typeof ofJson === 'string' ? ofJson : undefined}>
          <Textarea
            rows={10}
            spellCheck={false}
            className="font-mono"
            value={json}
            onChange={({ target }) => changeJson(target.value)}
          />
        </Field>
      )}
      <Button size="small" className="w-fit" onClick={switchForm}>
        {json === null ? t.toJson : t.toFields}
      </Button>
    </fieldset>
  );
}

/** A note for a text with characters that the field does not show. */
function hiddenIn(text: string): string | undefined {
  const shown = visibleLines(text);
  return shown === text.replaceAll('\r\n', '\n') ? undefined : t.hidden(shown);
}
