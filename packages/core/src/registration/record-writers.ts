import { ChannelRecords, type ChannelRecordsOptions } from './channel-records.js';
import { createCredentialVault, type CredentialVault } from '../credentials/credential-vault.js';
import type { Sealer } from '../credentials/sealer.js';
import { Groups } from '../people/groups.js';
import { People } from '../people/people.js';
import { Policies } from '../policies/policies.js';
import { Rules } from '../rules/rules.js';
import { Settings } from '../retention/settings.js';
import { createAddressVault, type AddressVault } from '../sealed-addresses/address-vault.js';
import { Managed } from '../managed/managed.js';
import type { Services } from '../ports/services.js';

export interface RecordWritersOptions
  extends Pick<ChannelRecordsOptions, 'platforms' | 'outgoing' | 'publicUrl'>, Pick<Services, 'store' | 'clock'> {
  readonly sealer: Sealer;
}

/** Writes of a configuration file: with the checks of the API, and without a call to a platform. */
export interface RecordWriters {
  readonly channels: ChannelRecords;
  readonly people: People;
  readonly groups: Groups;
  readonly policies: Policies;
  readonly rules: Rules;
  readonly settings: Settings;
  readonly vault: CredentialVault;
  readonly addresses: AddressVault;
}

/** Needs no running gateway: a gateway that runs notices the writes as it notices those of other instances. */
export function createRecordWriters(given: RecordWritersOptions): RecordWriters {
  const vault = createCredentialVault(given.sealer);
  const addresses = createAddressVault(given.sealer);
  const options = { ...given, vault, addresses, managed: new Managed(given) };
  return {
    channels: new ChannelRecords(options),
    people: new People(options),
    groups: new Groups(options),
    policies: new Policies(options),
    rules: new Rules(options),
    settings: new Settings(options),
    vault,
    addresses,
  };
}
