/** The address of the endpoint `identity` while no operator has set it: link-local addresses are reached only when they are set. */
export const NO_IDENTITY_URL = 'https://identity.invalid';
