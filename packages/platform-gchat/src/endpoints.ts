export const API_URL = 'https://chat.googleapis.com';
export const TOKEN_URL = 'https://oauth2.googleapis.com/token';
export const STS_URL = 'https://sts.googleapis.com';
export const IAM_URL = 'https://iamcredentials.googleapis.com';
/** No address: an administrator names the service that gives the gateway its own identity, if its network is private. */
export const NO_SUBJECT_URL = 'https://subject.invalid';

/** Keys of Google's identity tokens, whose audience is an address. */
export const CERTS_URL = 'https://www.googleapis.com/oauth2/v3/certs';

/** Google Chat's service account, and the keys of the tokens that it signs itself, whose audience is a project number. */
export const CHAT_ISSUER = 'chat@system.gserviceaccount.com';
export const CHAT_KEYS_URL = `https://www.googleapis.com/service_accounts/v1/jwk/${CHAT_ISSUER}`;
