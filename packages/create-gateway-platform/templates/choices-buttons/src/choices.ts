/** How people choose: by buttons. `edit`: a closed question is rewritten without them. */
export const choices = { buttons: { max: 10, labelLength: 40, dataBytes: 64 }, edit: 'call' } as const;
