import { GatewayError, viewLimits, viewPages, type BodyInput, type saveView, type SavedView } from '@gateway/contract';
import { localChoice } from '../../lib/local-choice.js';
import { t } from './texts.js';
import { isSameFilter } from './filters.js';

type NewView = BodyInput<typeof saveView>;
type LocalView = Pick<NewView, 'name' | 'filter'>;

/** Where earlier versions of the console kept views, in this browser. */
const choices = {
  prompts: localChoice('views-prompts'),
  deliveries: localChoice('views-deliveries'),
  audit: localChoice('views-audit'),
};

export interface Moved {
  readonly views: readonly SavedView[];
  /** Why some views are still in this browser only; null: none are. */
  readonly problem: unknown;
}

/**
 * Moves the views of this browser to the operator's saved ones, and returns all saved ones. A view is deleted here only after it was
 * saved, so the next call moves what this one could not. A view whose name another one has gets a number.
 */
export async function moveLocalViews(
  saved: readonly SavedView[],
  save: (view: NewView) => Promise<SavedView>,
): Promise<Moved> {
  const views = [...saved];
  let problem: unknown = null;
  for (const page of viewPages) {
    for (const view of parsed(choices[page].get())) {
      const others = views.filter((one) => one.page === page);
      const name = nameFor(view, others);
      const isSaved = others.some((one) => one.name === name);
      if (!isSaved && others.length >= viewLimits.views) {
        problem = new Error(t.dialog.full(viewLimits.views));
        break;
      }
      try {
        if (!isSaved) views.push(await save({ page, name, filter: view.filter }));
      } catch (error) {
        problem = error;
        // A refusal is about this view. Anything else would repeat.
        if (error instanceof GatewayError && error.status < 500) continue;
        break;
      }
      const left = parsed(choices[page].get()).filter((one) => one.name !== view.name);
      choices[page].set(left.length === 0 ? '' : JSON.stringify(left));
    }
  }
  return { views, problem };
}

/** The name of a view among others: its own, unless one with another filter has it. */
function nameFor({ name, filter }: LocalView, others: readonly SavedView[]): string {
  let free = name.trim();
  for (let number = 2; others.some((one) => one.name === free && !isSameFilter(one.filter, filter)); number += 1)
    free = `${[...name.trim()].slice(0, viewLimits.name - 5).join('')} (${number})`;
  return free;
}

/** Reads stored views. What is none is left out: somebody may have written it. */
function parsed(stored: string): readonly LocalView[] {
  const views = listIn(stored).filter(isView);
  return [...new Map(views.map((view) => [view.name, view])).values()];
}

function listIn(stored: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is LocalView {
  if (!isRecord(value) || !isRecord(value['filter'])) return false;
  const { name, filter } = value;
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    Object.values(filter as object).every((one) => typeof one === 'string')
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
