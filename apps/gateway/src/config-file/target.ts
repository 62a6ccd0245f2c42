import {
  DEFAULT_ORGANIZATION,
  createRecordWriters,
  openPrincipal,
  type Clock,
  type Outgoing,
  type Platforms,
  type Principal,
  type RecordWriters,
  type Sealer,
  type Store,
} from '@gateway/core';

/** The installation to which a file is applied. */
export interface Target {
  readonly store: Store;
  readonly platforms: Platforms;
  readonly outgoing: Pick<Outgoing, 'refuses'>;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** The public address; null: there is none. */
  readonly publicUrl: string | null;
}

/** An installation with the means to write to it. */
export interface OpenTarget extends Target {
  readonly organizationId: string;
  readonly writers: RecordWriters;
}

export function openTarget(target: Target): OpenTarget {
  return { ...target, organizationId: DEFAULT_ORGANIZATION, writers: createRecordWriters(target) };
}

/** The principal of the file's writes, which may change what a file owns. The audit log shows the name of the file. */
export function filePrincipal(file: string): Principal {
  return { ...openPrincipal, kind: 'system', name: file };
}
