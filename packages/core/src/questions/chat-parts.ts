/** Whether `place` is a topic or thread of `chat`: its id is the chat's id, a separator and more. */
export function isPartOf(place: string, chat: string): boolean {
  return place.startsWith(chat) && /^[:;/]/.test(place.slice(chat.length));
}
