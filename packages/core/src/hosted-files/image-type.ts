/** The images that browsers show, by their first bytes as text. */
const signatures = [
  { type: 'image/png', extension: 'png', matches: (text: string) => text.startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', extension: 'jpg', matches: (text: string) => text.startsWith('\xff\xd8\xff') },
  { type: 'image/gif', extension: 'gif', matches: (text: string) => /^GIF8[79]a/.test(text) },
  { type: 'image/webp', extension: 'webp', matches: (text: string) => /^RIFF[^]{4}WEBP/.test(text) },
] as const;

export const PDF = 'application/pdf';

/** Whether a file is a PDF file, from its first bytes alone. */
export const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1').startsWith('%PDF-');

/** How many bytes these checks need. */
export const SIGNATURE_BYTES = 12;

/** The type of an image, from its first bytes alone; null: it is no image that is shown inline. */
export function imageTypeOf(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  return signatures.find(({ matches }) => matches(text))?.type ?? null;
}

/** Whether files of this type are images that are shown inline. */
export function isInlineType(contentType: string): boolean {
  return signatures.some(({ type }) => type === contentType);
}

/** Platforms decide by the extension what an address leads to, so the name of an image gets its own, and no other file has one. */
export function nameFor(filename: string, imageType: string | null): string {
  const name = filename.normalize('NFC');
  const given = /\.(?:png|jpe?g|gif|webp)$/i.exec(name)?.[0].toLowerCase().replace('jpeg', 'jpg');
  const image = signatures.find(({ type }) => type === imageType);
  if (image) return given === `.${image.extension}` ? name : `${name}.${image.extension}`;
  return given === undefined ? name : `${name}.bin`;
}
