import type { LinkProps } from '@tanstack/react-router';
import { useMemo } from 'react';
import { localChoice, useLocalChoice } from '../../lib/local-choice.js';

/** The filter of a list: what the URL of its page has, without an open record or dialog. */
export type ViewFilter = Readonly<Record<string, string | undefined>>;

/** A filter with a name. */
export interface View {
  readonly name: string;
  readonly filter: ViewFilter;
}

/** Views of a page. */
export const MAX_VIEWS = 20;
/** Characters of a name. */
export const MAX_NAME = 60;

const choices = {
  prompts: localChoice('views-prompts'),
  deliveries: localChoice('views-deliveries'),
  audit: localChoice('views-audit'),
};
export type ViewPage = keyof typeof choices;
export const viewPages = Object.keys(choices) as readonly ViewPage[];

/** The saved views of a page, oldest first. */
export const viewsOf = (page: ViewPage): readonly View[] => parsed(choices[page].get());

/** The saved views of a page, also after a change in another tab. */
export function useViews(page: ViewPage): readonly View[] {
  const stored = useLocalChoice(choices[page]);
  return useMemo(() => parsed(stored), [stored]);
}

/** Saves a view. It replaces the one with its name. */
export function saveView(page: ViewPage, view: View): void {
  const views = viewsOf(page);
  const isKnown = views.some(({ name }) => name === view.name);
  store(page, isKnown ? views.map((one) => (one.name === view.name ? view : one)) : [...views, view]);
}

export function renameView(page: ViewPage, from: string, to: string): void {
  store(
    page,
    viewsOf(page).map((view) => (view.name === from ? { name: to, filter: view.filter } : view)),
  );
}

export function deleteView(page: ViewPage, name: string): void {
  store(
    page,
    viewsOf(page).filter((view) => view.name !== name),
  );
}

function store(page: ViewPage, views: readonly View[]): void {
  choices[page].set(views.length === 0 ? '' : JSON.stringify(views));
}

/** The page with a filter. */
export const targetOf = (page: ViewPage, filter: ViewFilter): Pick<LinkProps, 'to' | 'search'> => ({
  to: `/${page}`,
  search: filter,
});

/** Whether two filters show the same. A filter that is undefined is not set. */
export function isSameFilter(a: ViewFilter, b: ViewFilter): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every((name) => a[name] === b[name]);
}

/** Reads stored views. What is none is left out: an older version, or somebody, may have written it. */
function parsed(stored: string): readonly View[] {
  const views = listIn(stored).filter(isView);
  return [...new Map(views.map((view) => [view.name, view])).values()].slice(0, MAX_VIEWS);
}

function listIn(stored: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is View {
  if (!isRecord(value) || !isRecord(value['filter'])) return false;
  const { name, filter } = value;
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= MAX_NAME &&
    Object.values(filter as object).every((one) => typeof one === 'string')
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
