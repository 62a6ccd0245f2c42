import { randomUUID } from 'node:crypto';
import {
  cancelPrompt,
  consumeApproval,
  GatewayError,
  getPrompt,
  limits,
  listChannels,
  listMessages,
  sendMessage,
  type ReplyOf,
} from '@gateway/contract';
import {
  createRequestStateCodec,
  McpServer,
  type McpRequestContext,
  type RequestStateCodec,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { retrying } from '../caller.js';
import { contentOf, digest, findOrAsk, type NewQuestion } from '../questions.js';
import {
  askArguments,
  awaitArguments,
  cancelArguments,
  consumeArguments,
  readArguments,
  sendArguments,
} from './arguments.js';
import {
  consumeRefusal,
  consumeReply,
  consumeResult,
  questionReply,
  questionResult,
  recordsReply,
  refusalReply,
  refused,
} from './results.js';
import { waitInCall, type Acting, type Find, type WaitState } from './waiting.js';

export interface McpServersOptions {
  readonly version: string;
  /** Signs what clients send back when they call again: 32 bytes, equal on all instances. */
  readonly stateKey: Uint8Array;
  /** The channel of questions without a `channel_id`. Undefined: the gateway's default. */
  readonly channelId?: string;
  /** For whom a tool is called. */
  readonly actingFor: (context: ServerContext) => Acting;
}

/** How long a client may take to call again. */
const STATE_TTL_SEC = 3600;

const instructions =
  'Ask people through their chats. ask_human posts a question and waits for the answer. If it returns pending, call await_answer: ' +
  'a question stays open until somebody answers it or it expires. No answer is not a yes. Right before you run an approved action, call ' +
  'consume_approval: an approval lets its action run once.';

export type Era = McpRequestContext['era'];

/** Creates the MCP servers of one process. The tools act for the caller of each call, so a server can serve many. */
export function createMcpServers({ version, stateKey, channelId, actingFor }: McpServersOptions) {
  const states = createRequestStateCodec<WaitState>({
    key: stateKey,
    ttlSeconds: STATE_TTL_SEC,
    bind: ({ http }) => http?.authInfo?.clientId ?? '',
  });

  return (era: Era, options: ServerOptions = {}): McpServer => {
    const server = new McpServer(
      { name: 'gateway', version },
      {
        capabilities: { tools: { listChanged: false } },
        instructions,
        requestState: { verify: states.verify },
        ...options,
      },
    );
    addQuestionTools(server, { actingFor, states, canCallAgain: era === 'modern', channelId });
    addApprovalTool(server, actingFor);
    addMessageTools(server, actingFor);
    return server;
  };
}

interface QuestionTools {
  readonly actingFor: McpServersOptions['actingFor'];
  readonly states: RequestStateCodec<WaitState>;
  readonly canCallAgain: boolean;
  readonly channelId: string | undefined;
}

function addQuestionTools(server: McpServer, { actingFor, channelId, states, canCallAgain }: QuestionTools): void {
  const wait = (context: ServerContext, waitSec: number | undefined, find: Find) =>
    waitInCall({ ...actingFor(context), states, canCallAgain }, context, waitSec ?? limits.ttlSecMax, find).catch(
      refusalReply,
    );

  server.registerTool(
    'ask_human',
    {
      title: 'Ask a person',
      description:
        'Posts a question to a chat and waits for the answer of a person. Give options, allow_text, or action with decisions. The same ' +
        'call continues its open question instead of asking twice. After `approve` or `edit` of an action, call consume_approval right ' +
        'before you run it.',
      inputSchema: askArguments,
      outputSchema: questionResult,
    },
    async ({ wait_sec, ...given }, context) => {
      const { question, ...others } = { ...given, channel_id: given.channel_id ?? channelId };
      if (!others.options?.length && !others.decisions?.length && others.allow_text !== true)
        return refused(
          'This question could not be answered: give options, allow_text: true, or action with decisions.',
        );
      const { caller } = actingFor(context);
      const body: NewQuestion = { ...others, text: question };
      const correlationId = body.correlation_id ?? `mcp-${digest([caller.id, body.channel_id, contentOf(body)])}`;
      return await wait(context, wait_sec, (signal, taken) =>
        findOrAsk(caller, body, { correlationId, taken, signal }),
      );
    },
  );

  server.registerTool(
    'await_answer',
    {
      title: 'Wait for an answer',
      description: 'Goes on waiting for the answer to a question that ask_human has asked.',
      inputSchema: awaitArguments,
      outputSchema: questionResult,
      annotations: { readOnlyHint: true },
    },
    async ({ prompt_id, wait_sec }, context) => await wait(context, wait_sec, prompt_id),
  );

  server.registerTool(
    'cancel_prompt',
    {
      title: 'Cancel a question',
      description: 'Cancels an open question, so that it can no longer be answered.',
      inputSchema: cancelArguments,
      outputSchema: questionResult,
    },
    async ({ prompt_id }, context) => {
      const { caller } = actingFor(context);
      const { call } = caller;
      const { signal } = context.mcpReq;
      const params = { id: prompt_id };
      try {
        return questionReply(await retrying(caller, () => call(cancelPrompt, { params }), { signal }));
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code !== 'prompt_not_pending') return refusalReply(error);
        return await call(getPrompt, { params }).then(questionReply, refusalReply);
      }
    },
  );
}

function addApprovalTool(server: McpServer, actingFor: McpServersOptions['actingFor']): void {
  server.registerTool(
    'consume_approval',
    {
      title: 'Use an approval',
      description:
        'Uses the approval of an action, once. Call it right before you run the action that ask_human got an approval for, with the ' +
        'action_digest of the answer or with the action itself. Run the action only if this succeeds, with the arguments that it returns.',
      inputSchema: consumeArguments,
      outputSchema: consumeResult,
    },
    async ({ prompt_id, ...body }, context) => {
      const { caller } = actingFor(context);
      const input = { params: { id: prompt_id }, body };
      // The key is of this call only, so a reply that is a repeat answers the first request of this call.
      const headers = { 'idempotency-key': randomUUID() };
      const { signal } = context.mcpReq;
      return await retrying(caller, () => caller.call(consumeApproval, input, { headers }), { signal }).then(
        consumeReply,
        consumeRefusal,
      );
    },
  );
}

function addMessageTools(server: McpServer, actingFor: McpServersOptions['actingFor']): void {
  const callOf = (context: ServerContext) => actingFor(context).caller.call;

  server.registerTool(
    'send_message',
    {
      title: 'Send a message',
      description:
        'Sends a text to the chat of a MESSAGE channel. It does not wait for a reply; read_messages shows replies.',
      inputSchema: sendArguments,
    },
    ({ channel_id, text, reply_to }, context) =>
      callOf(context)(sendMessage, { body: { channel_id, text, reply_to } }).then(recordsReply, refusalReply),
  );

  server.registerTool(
    'read_messages',
    {
      title: 'Read messages',
      description: 'Lists the messages of a MESSAGE channel, newest first.',
      inputSchema: readArguments,
      annotations: { readOnlyHint: true },
    },
    ({ channel_id, limit }, context) =>
      callOf(context)(listMessages, {
        query: { channel_id, ...(limit !== undefined && { limit: String(limit) }) },
      }).then((messages) => recordsReply({ messages }), refusalReply),
  );

  server.registerTool(
    'list_channels',
    {
      title: 'List channels',
      description: 'Lists the channels: PROMPT channels for questions, MESSAGE channels for conversation.',
      annotations: { readOnlyHint: true },
    },
    (context) =>
      callOf(context)(listChannels, {}).then(
        (channels) => recordsReply({ channels: channels.map(channelForModel) }),
        refusalReply,
      ),
  );
}

/** The fields of a channel by which a model chooses one. */
function channelForModel({ channel_id, channel_type, platform, is_active }: ReplyOf<typeof listChannels>[number]) {
  return { channel_id, channel_type, platform, is_active };
}
