import './reference.css';
import SwaggerUI, { type SwaggerRequest } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { addNames } from './add-names.js';
import { CALLBACKS, entriesOf, matches, type OpenApiDocument } from './document.js';
import { referencePlugin } from './plugin.js';
import { t } from './texts.js';

interface Options {
  readonly document: OpenApiDocument;
  /** Keeps the open operation in the part of the address after #. Otherwise the page does, by `onOpen` and `open`. */
  readonly inHash: boolean;
  /** Whether an operation opens with its form. */
  readonly tryItOut: boolean;
  readonly onOpen?: (operationId: string) => void;
  /** A request was refused because there is no session or no valid key. */
  readonly onRefused?: () => void;
  /** Asks whether a request that writes is sent, such as `POST /v1/prompts/new`. Left out: it is sent. */
  readonly confirmed?: (request: string) => Promise<boolean>;
}

/** The API reference on a page. */
export interface Reference {
  /** Shows the operations that contain all words. The empty text: all of them. */
  readonly search: (text: string) => void;
  /** Opens an operation and scrolls to it. */
  readonly open: (operationId: string) => void;
}

/** Draws the API reference into an element. An entered key is in memory only, and is forgotten with the element. */
export function drawReference(element: HTMLElement, options: Options): Promise<Reference> {
  const { document, inHash, tryItOut, onOpen, onRefused, confirmed } = options;
  const entries = entriesOf(document);
  const finds = (operationId: string, searched: string) => matches(entries.get(operationId), searched);
  element.classList.add('api-reference');
  addNames(element);
  return new Promise((resolve) => {
    const system = SwaggerUI({
      domNode: element,
      // The document names the public address, which can be a different one. Requests go to the origin of this page.
      spec: { ...document, servers: [{ url: location.origin }] },
      validatorUrl: null,
      deepLinking: inHash,
      tryItOutEnabled: tryItOut,
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      persistAuthorization: false,
      // The command is shown also for a request that was not sent.
      showMutatedRequest: false,
      // Its themes have colours of their own.
      syntaxHighlight: { activated: false },
      requestInterceptor: async (request) => {
        if (isStream(request)) throw new Error(t.stream);
        const { pathname } = new URL(request.url);
        if (request.method !== 'GET' && confirmed && !(await confirmed(`${request.method} ${pathname}`)))
          throw new Error(t.notSent);
        return request;
      },
      responseInterceptor: (response) => {
        if (response.status === 401) onRefused?.();
        return response;
      },
      onComplete: () => resolve({ search, open }),
      plugins: [
        () =>
          referencePlugin({
            finds,
            findsCallback: (searched) =>
              [...entries.values()].some((entry) => entry.group === CALLBACKS && matches(entry, searched)),
            onOpen: (operationId) => onOpen?.(operationId),
          }),
      ],
    });
    const search = (text: string) => system.layoutActions.updateFilter(text.trim());
    const open = (operationId: string) => {
      const group = entries.get(operationId)?.group;
      if (group === undefined) return;
      system.layoutActions.show(['operations-tag', group], true);
      system.layoutActions.show(['operations', group, operationId], true);
      const place = `operations-${group.replaceAll(' ', '_')}-${operationId}`;
      requestAnimationFrame(() => element.querySelector(`#${CSS.escape(place)}`)?.scrollIntoView());
    };
  });
}

/** Swagger UI shows a response when it has ended. A stream has no end. */
const isStream = ({ headers }: SwaggerRequest) => (headers?.['accept'] ?? headers?.['Accept']) === 'text/event-stream';
