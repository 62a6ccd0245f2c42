/** Resources of the Chat API, with its names. */
export interface GchatUser {
  name: string;
  displayName: string;
  type: 'HUMAN' | 'BOT';
}

export interface GchatSpace {
  name: string;
  displayName?: string;
  type: 'ROOM' | 'DM';
  spaceType: 'SPACE' | 'DIRECT_MESSAGE';
  singleUserBotDm?: boolean;
}

export interface GchatWidget {
  buttonList?: { buttons: GchatButton[] };
  image?: { imageUrl: string; altText?: string; onClick?: object };
  textParagraph?: { text: string };
  decoratedText?: { text: string };
  divider?: object;
  textInput?: GchatTextInput;
}

export interface GchatTextInput {
  name: string;
  label: string;
  type?: 'SINGLE_LINE' | 'MULTIPLE_LINE';
  value?: string;
  validation?: { characterLimit?: number };
}

export interface GchatButton {
  text: string;
  onClick: { action?: GchatAction; openLink?: { url: string } };
}

export interface GchatAction {
  function: string;
  parameters?: { key: string; value: string }[];
  interaction?: 'OPEN_DIALOG';
  requiredWidgets?: string[];
}

export interface GchatCard {
  cardId?: string;
  card: { sections?: { widgets: GchatWidget[] }[] };
}

/** Source: https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages.attachments */
export interface GchatAttachment {
  name: string;
  contentName: string;
  contentType: string;
  source: 'UPLOADED_CONTENT' | 'DRIVE_FILE';
  attachmentDataRef?: { resourceName: string };
  driveDataRef?: { driveFileId: string };
}

export interface GchatMessage {
  name: string;
  sender: GchatUser;
  createTime: string;
  lastUpdateTime?: string;
  text?: string;
  /** In which syntax `text` is drawn. Absent: in that of the app's settings. */
  markupSyntax?: string;
  argumentText?: string;
  cardsV2?: GchatCard[];
  annotations?: object[];
  thread: { name: string };
  threadReply?: boolean;
  space: { name: string };
  quotedMessageMetadata?: { name: string };
  privateMessageViewer?: { name: string };
  attachment?: GchatAttachment[];
}
