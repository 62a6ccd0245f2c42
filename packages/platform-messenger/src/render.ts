import type { Button, Media, Question } from '@gateway/platform-kit';

/** The messages of a question's texts, in order. The last one has the buttons. Pure. */
export function layOut(question: Question): object[] {
  const { texts, buttons } = question;
  const last = texts.at(-1) ?? '';
  return [
    ...texts.slice(0, -1).map((text) => ({ text })),
    buttons.length === 0 ? { text: last } : template(last, buttons),
  ];
}

/** A template, because its buttons stay; quick replies disappear with the next message. */
function template(text: string, buttons: readonly Button[]): object {
  return {
    attachment: {
      type: 'template',
      payload: {
        template_type: 'button',
        text,
        buttons: buttons.map(({ label, token }) => ({ type: 'postback', title: label, payload: token })),
      },
    },
  };
}

/** The message with the media. An address without an extension is sent as an image. */
export function mediaMessage(media: Media): object {
  const payload = media.kind === 'url' ? { url: media.url } : {};
  return { attachment: { type: kindOf(media), payload: { ...payload, is_reusable: false } } };
}

function kindOf(media: Media): 'image' | 'video' | 'audio' | 'file' {
  if (media.kind === 'bytes') {
    const [type] = media.contentType.trim().toLowerCase().split(/[/;]/, 1);
    return type === 'image' || type === 'video' || type === 'audio' ? type : 'file';
  }
  const path = URL.canParse(media.url) ? new URL(media.url).pathname : media.url;
  const extension = /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === undefined || /^(jpe?g|png|gif|webp)$/.test(extension)) return 'image';
  if (/^(mp4|mov|3gp|webm)$/.test(extension)) return 'video';
  return /^(mp3|m4a|aac|ogg|wav)$/.test(extension) ? 'audio' : 'file';
}
