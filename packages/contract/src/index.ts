export * from './vocabulary.js';
export * from './route.js';
export * from './prompts.js';
export * from './channels.js';
export * from './health.js';
export * from './callbacks.js';
export * from './client.js';
export { routes } from './routes.js';
