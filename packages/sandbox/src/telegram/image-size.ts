/** Type and size in pixels of a PNG, JPEG, GIF or WebP file, read from its first bytes; undefined for other files. */
export function imageSize(bytes: Buffer): { type: string; width: number; height: number } | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47 && bytes.length >= 24) {
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.toString('latin1', 0, 4) === 'GIF8') {
    return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return { type: 'image/webp', ...webpSize(bytes) };
  if (bytes.readUInt16BE(0) === 0xffd8) return { type: 'image/jpeg', ...jpegSize(bytes) };
  return undefined;
}

function webpSize(bytes: Buffer): { width: number; height: number } {
  if (bytes.toString('latin1', 12, 16) === 'VP8X' && bytes.length >= 30) {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  return { width: 1, height: 1 };
}

function jpegSize(bytes: Buffer): { width: number; height: number } {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return { width: 1, height: 1 };
}
