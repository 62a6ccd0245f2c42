import { getSession } from '@gateway/contract';
import { lazyRouteComponent } from '@tanstack/react-router';
import { call, Unreachable } from './api.js';

/** A page whose files could not be fetched because nothing answers. */
export class PageUnreachable extends Unreachable {}

/**
 * A page that is fetched when it is first opened. The router reloads the window when a page's file is missing, which brings
 * a newer release; while nothing answers, a reload would lose the whole console, so this says what is wrong instead.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(explain), name);

async function explain(error: unknown): Promise<never> {
  if (!(await answers())) throw new PageUnreachable();
  throw error;
}

/** Starts anew once the gateway answers: browsers remember files that they could not fetch. */
export async function reloadWhenReachable(): Promise<void> {
  if (await answers()) location.reload();
}

async function answers(): Promise<boolean> {
  try {
    await call(getSession, {});
    return true;
  } catch (reason) {
    return !(reason instanceof Unreachable);
  }
}
