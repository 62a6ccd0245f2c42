/** Whether a person means this button: by its whole label, or by the words after the sign that it begins with. */
export function isButton(label: string | undefined, said: unknown): boolean {
  return label === said || label?.replace(/^[✅⛔] /u, '') === said;
}
