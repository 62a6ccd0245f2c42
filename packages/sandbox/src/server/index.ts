export { BodyError, readBody, type RequestBody } from './body.js';
export { type Clock, systemClock } from './clock.js';
export { ControlError } from './control-error.js';
export type { PersonFile } from './person-file.js';
export type { UploadedFile } from './multipart.js';
export { listen, type RunningServer } from './server.js';
export { createWatch, type Watch } from './watch.js';
export { isButton } from './button-name.js';
