/** Names whose parts people and patterns can tell apart. */
const PLAIN = /^[A-Za-z0-9._:/@-]+$/;

/** Whether a name of an action has no characters that look like others: only then it is allowed without people. */
export const isPlainName = (name: string) => PLAIN.test(name);
