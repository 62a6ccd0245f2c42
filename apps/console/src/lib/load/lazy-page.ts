import { getSession } from '@gateway/contract/values';
import { lazyRouteComponent } from '@tanstack/react-router';
import { call, Unreachable } from '../api.js';

/** The files of a page could not be fetched because the gateway is unreachable. */
export class PageUnreachable extends Unreachable {}

/**
 * A page that is loaded when it is first opened. The router reloads the window when a page's file is missing, because a new
 * release may be deployed. While the gateway is unreachable a reload would lose the console, so this throws instead.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(explained), name);

/** Throws `PageUnreachable` if the gateway is unreachable, and the error of the import otherwise. */
export async function explained(error: unknown): Promise<never> {
  if (!(await isReachable())) throw new PageUnreachable();
  throw error;
}

export async function isReachable(): Promise<boolean> {
  try {
    await call(getSession, {});
    return true;
  } catch (reason) {
    return !(reason instanceof Unreachable);
  }
}
