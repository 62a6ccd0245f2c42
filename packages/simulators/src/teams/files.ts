import { randomUUID } from 'node:crypto';
import type { PersonFile } from '@gateway/sandbox/server';
import express, { type Router } from 'express';
import type { Login } from './login.js';
import type { Activity } from './types.js';

type Attachment = NonNullable<Activity['attachments']>[number];

export interface TeamsFiles {
  readonly router: Router;
  /** Stores a person's file. Returns the attachment of the activity, whose address is below `root`. */
  add(file: PersonFile, root: string): Attachment;
}

/**
 * The files of people: an image at the connector, which needs the bot's token, and a document at a signed address of SharePoint. The
 * platform tells bots of documents in personal chats only; the simulator does so everywhere.
 * Source: https://learn.microsoft.com/microsoftteams/platform/bots/how-to/bots-filesv4
 */
export function createFiles(login: Login): TeamsFiles {
  const images = new Map<string, PersonFile>();
  const documents = new Map<string, PersonFile>();
  const router = express.Router();
  router.get('/:region/v3/attachments/:id/views/original', (request, response) => {
    if (!login.accepts(request.headers.authorization))
      return void response.status(401).json({ message: 'Authorization has been denied for this request.' });
    const file = images.get(request.params.id);
    if (!file) return void response.status(404).end();
    response.type(file.type).send(Buffer.from(file.bytes));
  });
  router.get('/sharepoint/download/:id', (request, response) => {
    const { tempauth = '' } = request.query as { tempauth?: string };
    const file = documents.get(`${request.params.id} ${tempauth}`);
    if (!file) return void response.status(401).type('text').send('401 UNAUTHORIZED');
    response.type('application/octet-stream').send(Buffer.from(file.bytes));
  });
  return {
    router,
    add(file, root) {
      const id = randomUUID();
      if (file.type.startsWith('image/')) {
        images.set(id, file);
        return { contentType: 'image/*', contentUrl: `${root}/emea/v3/attachments/${id}/views/original` };
      }
      const secret = randomUUID();
      documents.set(`${id} ${secret}`, file);
      return {
        contentType: 'application/vnd.microsoft.teams.file.download.info',
        contentUrl: `https://contoso.sharepoint.example/personal/ada/${encodeURIComponent(file.name)}`,
        name: file.name,
        content: {
          downloadUrl: `${root}/sharepoint/download/${id}?tempauth=${secret}`,
          uniqueId: id,
          fileType: file.name.split('.').at(-1) ?? '',
        },
      };
    },
  };
}
