// The build and the development server take this module for `zod`, so that all schemas, also those of the contract, have the configuration.
import './config.js';

export * from 'zod/v4';
