/** Which prompts an operator is notified of. */
export interface NotificationSettings {
  /** Ids; null: all channels. */
  readonly channels: readonly string[] | null;
  /** Only prompts that wait for the operator. */
  readonly onlyMine: boolean;
  readonly quietHours: QuietHours | null;
  /** Also problems of the gateway itself; null: owners are told of them. */
  readonly alerts: boolean | null;
}

/** A daily time without notifications, which can include midnight. */
export interface QuietHours {
  /** Minutes after midnight. */
  readonly from: number;
  readonly to: number;
  /** IANA name. */
  readonly timeZone: string;
}

export interface DeviceRow {
  readonly organizationId: string;
  readonly id: string;
  readonly operatorId: string;
  /** The session that registered it last. */
  readonly sessionId: string;
  /** SHA-256 of the endpoint, hex. */
  readonly endpointHash: string;
  /** Sealed JSON of a `PushTarget`. */
  readonly subscription: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** When the console was last opened in it. */
  readonly confirmedAt: Date;
  readonly lastSuccessAt: Date | null;
  /** Failed pushes since the last success. */
  readonly failures: number;
  readonly lastError: string | null;
}

export type NewDevice = Omit<DeviceRow, 'createdAt' | 'lastSuccessAt' | 'failures' | 'lastError'>;

/** An operator with devices. */
export interface AudienceMember {
  readonly operatorId: string;
  readonly name: string;
  readonly role: string;
  readonly settings: NotificationSettings;
  /** Ids of the devices. */
  readonly devices: readonly string[];
}

/** What a device must be told about a prompt. */
export interface NoticeRow {
  readonly organizationId: string;
  readonly deviceId: string;
  readonly promptNum: number;
  /** `closed`: its notification must be closed. */
  readonly kind: 'asked' | 'closed';
  /** When it must be sent; null: it was sent. During an attempt, when its claim expires. */
  readonly dueAt: Date | null;
  readonly attempts: number;
}

/** What the events of a batch mean for the devices. */
export interface NoticeChanges {
  /** `again`: also devices that were notified before. */
  readonly asked: readonly { readonly deviceId: string; readonly promptNum: number; readonly again: boolean }[];
  /** Notifications to close. `devices` null: on all devices. */
  readonly closed: readonly { readonly promptNum: number; readonly devices: readonly string[] | null }[];
}

/** The result of an attempt. `dueAt`: the next one; null: it was sent. `drop`: the notice is deleted. */
export interface EndedNotice {
  readonly notice: NoticeRow;
  readonly dueAt: Date | null;
  readonly attempts: number;
  readonly drop: boolean;
}

export interface DeviceResult {
  readonly organizationId: string;
  readonly id: string;
  /** Null: the push service accepted the push. */
  readonly error: string | null;
}

/** A sealed text that is sealed again. */
export interface ResealedText {
  readonly before: string;
  readonly after: string;
}

/** Devices of operators, their settings, and the outbox of pushes. Changes of devices announce an `operator` change. */
export interface NotificationStore {
  /** The sealed key pair of the installation; null: there is none. */
  keys(): Promise<string | null>;
  /** Stores a key pair unless there is one. Returns the stored one. */
  addKeys(sealed: string): Promise<string>;
  replaceKeys(change: ResealedText): Promise<boolean>;

  anyDevice(): Promise<boolean>;
  /** The newest first. */
  devices(organizationId: string, operatorId: string): Promise<DeviceRow[]>;
  devicesById(organizationId: string, ids: readonly string[]): Promise<DeviceRow[]>;
  /** All devices of the organization. */
  allDevices(organizationId: string): Promise<DeviceRow[]>;
  /**
   * Registers a device, or updates the one with its endpoint. A device of another operator with this endpoint is replaced. The oldest
   * devices of the operator above `max` are removed. Null: the session has ended.
   */
  saveDevice(device: NewDevice, max: number): Promise<DeviceRow | null>;
  removeDevice(organizationId: string, operatorId: string, id: string): Promise<boolean>;
  resealDevice(device: DeviceRow, subscription: string): Promise<boolean>;
  /** Removes devices whose push service no longer knows them. */
  dropDevices(organizationId: string, ids: readonly string[]): Promise<void>;
  noteResults(results: readonly DeviceResult[], at: Date): Promise<void>;

  settings(organizationId: string, operatorId: string): Promise<NotificationSettings | null>;
  /** Waiting notices of the operator become due, so that the new settings apply to them. */
  saveSettings(organizationId: string, operatorId: string, settings: NotificationSettings, at: Date): Promise<void>;
  /** Operators with devices that were confirmed after `since`, with their settings. */
  audience(organizationId: string, since: Date): Promise<AudienceMember[]>;

  /** The event up to which notices were written. The registration of the first device moves it to the newest event. */
  position(): Promise<number>;
  /** Writes notices and moves the position, which must still be `from`. False: another instance moved it. */
  advance(
    organizationId: string,
    move: { readonly from: number; readonly to: number; readonly at: Date },
    changes: NoticeChanges,
  ): Promise<boolean>;
  /** Takes due notices, the oldest first. `until`: when they are due again if their sender stops. */
  claim(now: Date, until: Date, limit: number): Promise<NoticeRow[]>;
  /** Compare-and-set: a notice that changed during its attempt stays as it is. */
  end(results: readonly EndedNotice[]): Promise<void>;
  nextDue(): Promise<Date | null>;
}
