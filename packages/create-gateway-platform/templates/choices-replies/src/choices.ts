/** How people choose: by replies. The gateway lists the choices in the text and reads the replies. `edit`: a posted question is not changed. */
export const choices = { choices: 'replies', edit: 'none' } as const;
