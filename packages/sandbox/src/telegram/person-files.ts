import type { PersonFile } from '../server/person-file.js';
import type { StoredFile } from './file-store.js';
import { imageSize } from './image-size.js';
import type { Message } from './types.js';
import type { TelegramState } from './state.js';

/** Stores a person's file. Returns the part of the message that names it, as a client sends a file of its type. */
export function contentOf({ files }: TelegramState, { name, type, bytes, size }: PersonFile): Partial<Message> {
  const content = Buffer.from(bytes);
  const picture = type.startsWith('image/') ? imageSize(content) : undefined;
  const { width, height } = picture ?? { width: 0, height: 0 };
  const kind = picture ? 'photo' : kindOf(type);
  const store = (stored: Buffer) => {
    const { file_id, file_unique_id } = files.add({ kind, name, type, bytes: stored, width, height });
    return { file_id, file_unique_id };
  };
  const stored = { ...store(content), file_size: size ?? content.length };
  if (kind === 'photo') {
    const thumbnail = { ...store(Buffer.from('thumbnail')), width: 1, height: 1, file_size: 9 };
    return { photo: [thumbnail, { ...stored, width: Math.max(width, 2), height: Math.max(height, 2) }] };
  }
  if (kind === 'voice') return { voice: { ...stored, mime_type: type, duration: 1 } };
  const named = { ...stored, file_name: name, mime_type: type };
  if (kind === 'video') return { video: { ...named, width: 640, height: 360, duration: 1 } };
  return kind === 'audio' ? { audio: { ...named, duration: 1 } } : { document: named };
}

function kindOf(type: string): StoredFile['kind'] {
  if (type === 'audio/ogg') return 'voice';
  if (type.startsWith('audio/')) return 'audio';
  return type.startsWith('video/') ? 'video' : 'document';
}
