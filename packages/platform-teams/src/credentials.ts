import type { ConnectionContext } from '@gateway/platform-kit';
import type { CloudName } from './clouds.js';

export interface TeamsCredentials {
  readonly app_id: string;
  readonly app_password: string;
  readonly app_tenant_id?: string | undefined;
  /** Empty or absent: `Public`. */
  readonly cloud?: CloudName | '' | undefined;
}

export type TeamsContext = ConnectionContext<TeamsCredentials>;
