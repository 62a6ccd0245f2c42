export interface LeaseStore {
  /** Acquires or renews the lease until `until`. False: another holder has it. */
  acquire(name: string, holder: string, now: Date, until: Date): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}
