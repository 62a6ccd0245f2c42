import type { Fixture } from './fixture.js';

/** A request of a limited key, and the status it must get. The method is that of the route. */
export type Attempt = readonly [status: number, path: string, body?: object];

/** Attempts by the id of their route. */
type Attempts = Readonly<Record<string, readonly Attempt[]>>;

export type AttemptsOn = (fixture: Pick<Fixture, 'other' | 'shared' | 'ada'>) => Attempts;
