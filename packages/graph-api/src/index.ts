export * from './platform.js';
export * from './request.js';
export { createRequester, type Requester } from './requester.js';
export * from './webhook.js';
export * from './templates.js';
export { checkToken, probe } from './account.js';
