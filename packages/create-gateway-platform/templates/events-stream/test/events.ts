export const mode = 'stream';
