import type { Media, Question } from '@gateway/platform-kit';
import {
  ActionButtons,
  Body,
  Button as ReplyButton,
  Document,
  Header,
  Image,
  Interactive,
  Text,
  Video,
} from 'whatsapp-api-js/messages';
import type { ClientMessage } from 'whatsapp-api-js/types';

const CAPTION_MAX = 1024;
const MEGABYTE = 1024 * 1024;

/** An attachment for the API: an address, or the id of an upload. */
export interface Attachment {
  readonly kind: 'image' | 'video' | 'document';
  readonly at: { readonly link: string } | { readonly id: string };
  readonly filename: string;
}

/** The messages of a question, in order. The last one has the buttons. Pure. Throws the SDK's errors for values beyond the API's limits. */
export function layOut(question: Question, attachment: Attachment | null): [ClientMessage, ...ClientMessage[]] {
  const { texts, buttons } = question;
  const last = texts.at(-1) ?? '';
  const before = texts.slice(0, -1).map((text) => new Text(text));
  if (buttons.length > 0) {
    const header = attachment === null ? undefined : new Header(mediaMessage(attachment));
    const [first, ...others] = buttons.map(({ label, token }) => new ReplyButton(token, label));
    const action = new ActionButtons(...([first, ...others] as ConstructorParameters<typeof ActionButtons>));
    return inOrder([...before, new Interactive(action, new Body(last), header)]);
  }
  if (attachment === null) return inOrder([...before, new Text(last)]);
  if (before.length === 0 && last.length <= CAPTION_MAX) return [mediaMessage(attachment, last)];
  return [mediaMessage(attachment), ...before, new Text(last)];
}

function mediaMessage({ kind, at, filename }: Attachment, caption?: string): Image | Video | Document {
  const isId = 'id' in at;
  const file = isId ? at.id : at.link;
  if (kind === 'image') return new Image(file, isId, caption);
  return kind === 'video' ? new Video(file, isId, caption) : new Document(file, isId, caption, filename);
}

/** The kind of message for the media. An address without an extension is sent as an image. */
export function kindOf(media: Media): Attachment['kind'] {
  if (media.kind === 'bytes') {
    const type = media.contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (/^image\/(jpeg|png)$/.test(type) && media.size <= 5 * MEGABYTE) return 'image';
    return /^video\/(mp4|3gpp)$/.test(type) && media.size <= 16 * MEGABYTE ? 'video' : 'document';
  }
  const extension = /\.([a-z0-9]{1,8})$/i.exec(pathOf(media.url))?.[1]?.toLowerCase();
  if (extension === undefined || ['jpg', 'jpeg', 'png'].includes(extension)) return 'image';
  return ['mp4', '3gp'].includes(extension) ? 'video' : 'document';
}

/** The file name that the chat shows for a document. */
export function filenameOf(media: Media): string {
  if (media.kind === 'bytes') return media.filename || 'file';
  const name = pathOf(media.url).split('/').at(-1) || 'file';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

const inOrder = (messages: ClientMessage[]) => messages as [ClientMessage, ...ClientMessage[]];
