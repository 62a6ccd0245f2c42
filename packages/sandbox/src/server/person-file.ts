/** A file that a person sends. */
export interface PersonFile {
  name: string;
  /** Its media type, such as `image/png`. */
  type: string;
  bytes: Uint8Array;
  /** The size that the platform claims, in bytes; that of `bytes` unless given. */
  size?: number;
}
