export * from './telegram/index.js';
