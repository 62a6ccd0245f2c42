import { SEND_AND_WAIT_OPERATION, type INodeProperties } from 'n8n-workflow';

const waiting = { operation: [SEND_AND_WAIT_OPERATION, 'decide'] };
const sendAndWait = { operation: [SEND_AND_WAIT_OPERATION] };
const decide = { operation: ['decide'] };
const consume = { operation: ['consume'] };
const sending = { operation: ['send'] };

const operation: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: SEND_AND_WAIT_OPERATION,
  options: [
    {
      name: 'Consume Approval',
      value: 'consume',
      description: 'Use the approval of an action, once, right before the action runs',
      action: 'Consume an approval',
    },
    {
      name: 'Decide',
      value: 'decide',
      description: 'Show people what is about to be done, and wait for their decision',
      action: 'Ask for a decision and wait',
    },
    {
      name: 'Send',
      value: 'send',
      description: 'Send a text to the chat of a MESSAGE channel',
      action: 'Send a message',
    },
    {
      name: 'Send and Wait for Response',
      value: SEND_AND_WAIT_OPERATION,
      description: 'Ask people a question, and wait for the answer',
      action: 'Send message and wait for response',
    },
  ],
};

const channel = (type: 'MESSAGE' | 'PROMPT'): INodeProperties => ({
  displayName: 'Channel Name or ID',
  name: type === 'MESSAGE' ? 'messageChannelId' : 'channelId',
  type: 'options',
  typeOptions: { loadOptionsMethod: type === 'MESSAGE' ? 'messageChannels' : 'promptChannels' },
  default: '',
  required: type === 'MESSAGE',
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  displayOptions: { show: type === 'MESSAGE' ? sending : waiting },
});

const message = (show: Record<string, string[]>, required: boolean, placeholder: string): INodeProperties => ({
  displayName: 'Message',
  name: 'message',
  type: 'string',
  typeOptions: { rows: 4 },
  default: '',
  required,
  placeholder,
  displayOptions: { show },
});

const responseType: INodeProperties[] = [
  {
    displayName: 'Response Type',
    name: 'responseType',
    type: 'options',
    default: 'approval',
    options: [
      { name: 'Approval', value: 'approval', description: 'Buttons to approve and to reject' },
      { name: 'Free Text', value: 'freeText', description: 'A written answer' },
      { name: 'Options', value: 'options', description: 'Buttons with labels of your own' },
    ],
    displayOptions: { show: sendAndWait },
  },
  {
    displayName: 'Buttons',
    name: 'buttons',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Button',
    default: { values: [{ label: '' }] },
    options: [
      {
        displayName: 'Button',
        name: 'values',
        values: [
          {
            displayName: 'Label',
            name: 'label',
            type: 'string',
            default: '',
            required: true,
            placeholder: 'e.g. Deploy',
          },
        ],
      },
    ],
    displayOptions: { show: { ...sendAndWait, responseType: ['options'] } },
  },
  {
    displayName: 'Allow Free Text',
    name: 'allowText',
    type: 'boolean',
    default: false,
    description: 'Whether people may also write an answer',
    displayOptions: { show: { ...sendAndWait, responseType: ['options'] } },
  },
];

const approval: INodeProperties[] = [
  {
    displayName: 'Prompt ID',
    name: 'promptId',
    type: 'string',
    default: '={{ $json.prompt_id }}',
    required: true,
    description: 'The prompt_id of the output of the operation Decide',
    displayOptions: { show: consume },
  },
  {
    displayName: 'Action Digest',
    name: 'actionDigest',
    type: 'string',
    default: '={{ $json.action_digest }}',
    description:
      'The action_digest of the output of the operation Decide. Leave it empty to give the action and its arguments.',
    displayOptions: { show: consume },
  },
];

const action: INodeProperties[] = [
  {
    displayName: 'Action',
    name: 'actionName',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. deploy',
    description: 'The name of what is about to be done',
    displayOptions: { show: decide },
  },
  {
    displayName: 'Action',
    name: 'actionName',
    type: 'string',
    default: '',
    placeholder: 'e.g. deploy',
    description: 'The name of what is about to be done, if there is no digest',
    displayOptions: { show: consume },
  },
  {
    displayName: 'Arguments',
    name: 'args',
    type: 'json',
    default: '{}',
    description: 'A JSON object. It is shown with the question, and can be changed with the decision Edit.',
    displayOptions: { show: decide },
  },
  {
    displayName: 'Arguments',
    name: 'args',
    type: 'json',
    default: '{}',
    description: 'A JSON object, exactly as it was approved, if there is no digest',
    displayOptions: { show: consume },
  },
  {
    displayName: 'Summary',
    name: 'summary',
    type: 'string',
    default: '',
    description: 'One or two sentences for people',
    displayOptions: { show: decide },
  },
  {
    displayName: 'Risk',
    name: 'risk',
    type: 'options',
    default: '',
    options: [
      { name: 'High', value: 'high' },
      { name: 'Low', value: 'low' },
      { name: 'Medium', value: 'medium' },
      { name: 'Not Shown', value: '' },
    ],
    displayOptions: { show: decide },
  },
  {
    displayName: 'Decisions',
    name: 'decisions',
    type: 'multiOptions',
    default: ['approve', 'reject'],
    required: true,
    options: [
      { name: 'Approve', value: 'approve' },
      { name: 'Edit', value: 'edit', description: 'Approve with changed arguments' },
      { name: 'Reject', value: 'reject' },
      { name: 'Respond', value: 'respond', description: 'Answer with a text instead' },
    ],
    description: 'What people can choose. There is a button for each.',
    displayOptions: { show: decide },
  },
];

const waitOptions: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [
    { displayName: 'Approve Label', name: 'approveLabel', type: 'string', default: 'Approve' },
    {
      displayName: 'Ask for a Reason',
      name: 'askReason',
      type: 'options',
      default: 'on_reject',
      options: [
        { name: 'After a Rejection', value: 'on_reject' },
        { name: 'Always', value: 'always' },
        { name: 'Never', value: 'never' },
      ],
      description: 'Whether people are asked for words after an approval or a rejection',
    },
    {
      displayName: 'Attachment URL',
      name: 'mediaUrl',
      type: 'string',
      default: '',
      placeholder: 'e.g. https://example.com/plan.pdf',
    },
    {
      displayName: 'Correlation ID',
      name: 'correlationId',
      type: 'string',
      default: '',
      description: 'Any text of yours. It is part of the output, and of the records of the gateway.',
    },
    {
      displayName: 'Policy ID',
      name: 'policy',
      type: 'string',
      default: '',
      description: 'The policy of the gateway by which people decide',
    },
    { displayName: 'Reject Label', name: 'rejectLabel', type: 'string', default: 'Reject' },
    {
      displayName: 'Time Limit (Seconds)',
      name: 'ttlSec',
      type: 'number',
      typeOptions: { minValue: 0, maxValue: 604800 },
      default: 3600,
      description:
        'How long people can answer, at most seven days. 0 means no limit. When the time is over, the workflow continues with the status "expired".',
    },
  ],
  displayOptions: { show: waiting },
};

const sendOptions: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [
    {
      displayName: 'Reply to Message ID',
      name: 'replyTo',
      type: 'string',
      default: '',
      description: 'The message to reply to, such as message_id of the trigger',
    },
    {
      displayName: 'Thread ID',
      name: 'threadId',
      type: 'string',
      default: '',
      description: 'The thread or topic to post in, such as thread_id of the trigger',
    },
  ],
  displayOptions: { show: sending },
};

export const properties: INodeProperties[] = [
  operation,
  channel('PROMPT'),
  channel('MESSAGE'),
  message({ operation: [SEND_AND_WAIT_OPERATION, 'send'] }, true, 'e.g. Deploy version 2.4.0?'),
  ...responseType,
  ...approval,
  ...action,
  message(decide, false, 'By default, a sentence with the name of the action'),
  waitOptions,
  sendOptions,
];
