import type { Logger } from '../ports/system.js';
import { createLinks } from './links.js';
import { openSessions, type Sessions } from './sessions.js';
import { createSetUp } from './set-up.js';
import { createSignIn, type OperatorsOptions } from './sign-in.js';
import { createSingleSignOn, type SingleSignOn } from './single-sign-on/single-sign-on.js';
import { createSecondFactor } from './second-factor/second-factor.js';
import { createTeamSessions } from './team-sessions.js';
import { createTeam, type TeamOptions } from './team.js';

/** The operators of the console: sign-in, set-up, links, team and sessions. */
export interface Operators extends ReturnType<typeof createSignIn> {
  readonly setUp: ReturnType<typeof createSetUp>;
  readonly links: ReturnType<typeof createLinks>;
  readonly team: ReturnType<typeof createTeam>;
  readonly teamSessions: ReturnType<typeof createTeamSessions>;
  readonly sessions: Sessions;
  readonly singleSignOn: SingleSignOn;
  readonly secondFactor: ReturnType<typeof createSecondFactor>;
}

export function createOperators(options: OperatorsOptions & TeamOptions & { readonly log: Logger }): Operators {
  return {
    ...createSignIn(options),
    setUp: createSetUp(options),
    links: createLinks(options),
    team: createTeam(options),
    teamSessions: createTeamSessions(options),
    sessions: openSessions(options),
    singleSignOn: createSingleSignOn(options),
    secondFactor: createSecondFactor(options),
  };
}
