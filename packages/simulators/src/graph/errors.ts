/** The fields of an error of the Graph API. */
export interface GraphErrorFields {
  message: string;
  type?: string;
  code: number;
  error_subcode?: number;
  /** WhatsApp's explanation, in addition to the title in `message`. */
  details?: string;
}

/** An error answer of the Graph API. */
export class GraphError extends Error {
  constructor(
    readonly status: number,
    readonly fields: GraphErrorFields,
  ) {
    super(fields.message);
  }
}

/** The body of an error answer. */
export function errorBody({ details, type = 'OAuthException', ...fields }: GraphErrorFields): object {
  return {
    error: {
      ...fields,
      type,
      ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
      fbtrace_id: 'AsImUlAtEdTrAcE0000000',
    },
  };
}

export const badToken = () =>
  new GraphError(401, { message: 'Invalid OAuth access token - Cannot parse access token', code: 190 });

/** Source: https://developers.facebook.com/docs/graph-api/guides/secure-requests */
export const noProof = () =>
  new GraphError(400, { message: 'API calls from the server require an appsecret_proof argument', code: 100 });

export const badProof = () =>
  new GraphError(400, { message: 'Invalid appsecret_proof provided in the API argument', code: 100 });

export const noToken = () =>
  new GraphError(401, {
    message: 'An access token is required to request this resource.',
    code: 104,
  });

/** The error for an unknown object and for one that the token may not see. */
export const noSuchObject = (verb: string, id: string) =>
  new GraphError(400, {
    message:
      `Unsupported ${verb.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing ` +
      'permissions, or does not support this operation. Please read the Graph API documentation at ' +
      'https://developers.facebook.com/docs/graph-api',
    type: 'GraphMethodException',
    code: 100,
    error_subcode: 33,
  });

export const unknownPath = (path: string) =>
  new GraphError(400, { message: `Unknown path components: /${path}`, code: 2500 });
