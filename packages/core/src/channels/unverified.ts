/** The health of a channel of which nothing is known: it was changed, or was inactive. */
export const unverified = (at: Date) =>
  ({
    health: 'unknown',
    healthDetail: null,
    healthSince: at,
    accountProblem: null,
    accountRemark: null,
    testProblem: null,
    testRemark: null,
  }) as const;
