export * from './rows.js';
export * from './ports.js';
export * from './refusal.js';
