import type { FakePlatform } from './fake-platform.js';
import type { Engine, Fixture, FixtureSetting } from './fixture.js';
import type { Loader } from './load/loader.js';

/** What the measurements of one engine share. */
export interface Bench {
  /** A folder for files that are removed at the end. */
  readonly folder: string;
  readonly fixture: Fixture;
  /** For a section that needs databases of its own. */
  readonly setting: FixtureSetting;
  readonly loader: Loader;
  readonly fakePlatform: FakePlatform;
  /** Numbers of rows at which growth is measured. */
  readonly sizes: readonly number[];
}

/** One line of a table, without the name of the engine. */
export interface Line {
  readonly cells: readonly string[];
  /** Values of the line by name, for `--save`. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** A group of measurements that is chosen by its name and printed as one table. */
export interface Section {
  readonly name: string;
  /** What it measures, in a few words. */
  readonly about: string;
  /** Seconds that it takes on two shared cores, all engines together. */
  readonly seconds: number;
  /** Whether it runs when no section is named. */
  readonly byDefault: boolean;
  readonly engines: readonly Engine[];
  /** Heads of the columns after the one of the engine. */
  readonly head: readonly string[];
  /** Printed below the table. */
  readonly note: string;
  run(bench: Bench): Promise<readonly Line[]>;
}
