import type { ConnectionContext } from '@gateway/platform-kit';

export interface TeamsCredentials {
  readonly app_id: string;
  readonly app_password: string;
  readonly app_tenant_id?: string | undefined;
}

export type TeamsContext = ConnectionContext<TeamsCredentials>;
