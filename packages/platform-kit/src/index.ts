export * from './platform.js';
export * from './connection.js';
export * from './events.js';
export * from './errors.js';
export * from './signatures.js';
export * from './open-media.js';
export * from './manifest-flaws.js';
