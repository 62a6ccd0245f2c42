import type { System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

interface ImmutableMap {
  readonly get: (name: string) => unknown;
  readonly setIn: (path: readonly string[], value: unknown) => ImmutableMap;
  readonly filter: (keep: (value: ImmutableMap, key: string) => boolean) => ImmutableMap;
  readonly map: (change: (value: ImmutableMap, key: string) => ImmutableMap) => ImmutableMap;
  readonly set: (name: string, value: unknown) => ImmutableMap;
  readonly size: number;
}

type Wrapped = (original: unknown, system: System) => (properties: never) => unknown;

/** A request that is shown as a command does not contain the key: it would be copied into chats and tickets. */
const curl: Wrapped = (original, { React }) =>
  function Curl(properties: { readonly request: ImmutableMap }) {
    const headers = properties.request.get('headers') as ImmutableMap | undefined;
    const request =
      headers?.get('X-API-Key') === undefined
        ? properties.request
        : properties.request.setIn(['headers', 'X-API-Key'], 'YOUR_API_KEY');
    return React.createElement(original, { ...properties, request });
  };

/** The key is not readable on the screen while it is entered. */
const input: Wrapped = (original, { React }) =>
  function Input(properties: { readonly id?: string }) {
    const hidden = properties.id === 'api_key_value' && { type: 'password', autoComplete: 'off' };
    return React.createElement(original, { ...properties, ...hidden });
  };

/** The parts of the reference. The layout of Swagger UI has a main landmark, which the page has already. */
const layout: Wrapped = (_, { React, getComponent }) =>
  function Layout() {
    const part = (name: string) => React.createElement(getComponent(name, true), {});
    return React.createElement(
      'div',
      { className: 'swagger-ui' },
      part('SvgAssets'),
      part('InfoContainer'),
      part('AuthorizeBtnContainer'),
      React.createElement('div', { id: 'operations' }, part('operations'), part('Webhooks')),
    );
  };

/** The callbacks are hidden when a search finds none of them: the search of Swagger UI does not look at them. */
const callbacks =
  (finds: Options['findsCallback']): Wrapped =>
  (original, { React, layoutSelectors }) =>
    function Webhooks(properties: object) {
      const searched = layoutSelectors.currentFilter();
      return typeof searched === 'string' && !finds(searched) ? null : React.createElement(original, properties);
    };

interface Options {
  /** Whether a search finds an operation. */
  readonly finds: (operationId: string, searched: string) => boolean;
  /** Whether a search finds one of the callbacks. */
  readonly findsCallback: (searched: string) => boolean;
  /** Called when an operation is opened. */
  readonly onOpen: (operationId: string) => void;
}

/** `id` is the name of Swagger UI for an operation, which is not always the one of the document. */
const operationIdOf = (operation: ImmutableMap) =>
  String((operation.get('operation') as ImmutableMap).get('operationId') ?? operation.get('id'));

/** What the reference changes in Swagger UI. */
export function referencePlugin({ finds, findsCallback, onOpen }: Options): object {
  return {
    fn: {
      /** Finds operations by all that they contain, such as the name of a field. Swagger UI searches paths and summaries only. */
      opsFilter: (tags: ImmutableMap, searched: string) =>
        tags
          .map((tag) =>
            tag.set(
              'operations',
              (tag.get('operations') as ImmutableMap).filter((operation) => finds(operationIdOf(operation), searched)),
            ),
          )
          .filter((tag) => (tag.get('operations') as ImmutableMap).size > 0),
    },
    wrapComponents: { curl, Input: input, BaseLayout: layout, Webhooks: callbacks(findsCallback) },
    statePlugins: {
      layout: {
        wrapActions: {
          show: (original: System['layoutActions']['show']) => (place: readonly string[], shown: boolean) => {
            const [kind, , operationId] = place;
            if (kind === 'operations' && operationId !== undefined && shown) onOpen(operationId);
            return original(place, shown);
          },
        },
      },
    },
  };
}
