import type { Outcome } from '@gateway/platform-kit';
import { sampleQuestion } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

const answered: Outcome = { result: 'answered', notice: 'Recorded: Yes', closedText: 'Deploy?\n\n✅ Yes <users/all>' };
const late: Outcome = { result: 'refused', notice: 'Question #1 is closed.', closedText: 'Deploy?\n\n✅ Yes' };
const tooLong: Outcome = { result: 'answered', notice: 'Recorded: Yes', closedText: null };
const nothing: Outcome = { result: 'duplicate', notice: null, closedText: null };

const parts = {
  classic: {
    update: (message: object) => ({ actionResponse: { type: 'UPDATE_MESSAGE' }, ...message }),
    create: (message: object) => ({ actionResponse: { type: 'NEW_MESSAGE' }, ...message }),
  },
  addon: {
    update: (message: object) => ({ hostAppDataAction: { chatDataAction: { updateMessageAction: { message } } } }),
    create: (message: object) => ({ hostAppDataAction: { chatDataAction: { createMessageAction: { message } } } }),
  },
};
const token = { token: '1.0.abcdef' };
const user = { name: 'users/1', displayName: 'Ada', type: 'HUMAN' };

function pressOf(format: 'classic' | 'addon', { direct = false, cardsV2 = [] as object[] } = {}) {
  const space = direct ? { name: 'spaces/A', spaceType: 'DIRECT_MESSAGE' } : { name: 'spaces/A', spaceType: 'SPACE' };
  const message = { name: 'spaces/A/messages/T.M', cardsV2 };
  return format === 'classic'
    ? { type: 'CARD_CLICKED', user, space, message, common: { parameters: token } }
    : { commonEventObject: { parameters: token }, chat: { user, buttonClickedPayload: { space, message } } };
}

describe.each(['classic', 'addon'] as const)('Google Chat reply to a press, format %s', (format) => {
  const { update, create } = parts[format];

  it.each([
    ['rewrites the message after an answer', answered, update({ text: 'Deploy?\n\n✅ Yes ‹users/all>', cardsV2: [] })],
    [
      'shows a notice only to a person who pressed too late',
      late,
      create({ text: 'Question #1 is closed.', privateMessageViewer: { name: 'users/1' } }),
    ],
    [
      'shows a notice when there is no closed text',
      tooLong,
      create({ text: 'Recorded: Yes', privateMessageViewer: { name: 'users/1' } }),
    ],
    ['is empty for a duplicate', nothing, {}],
  ])('%s', async (_name, outcome, body) => {
    const harness = await start();
    harness.outcome = outcome;
    expect(await harness.receive(pressOf(format))).toEqual({ status: 200, body });
  });

  it('has no private viewer in a direct conversation', async () => {
    const harness = await start();
    harness.outcome = late;
    expect(await harness.receive(pressOf(format, { direct: true }))).toEqual({
      status: 200,
      body: create({ text: 'Question #1 is closed.' }),
    });
  });

  it('keeps the image in the message', async () => {
    const harness = await start();
    const image = { image: { imageUrl: 'https://example.com/a.png' } };
    const card = (widgets: object[]) => [{ cardId: 'question', card: { sections: [{ widgets }] } }];
    harness.outcome = answered;
    const reply = await harness.receive(pressOf(format, { cardsV2: card([image, { buttonList: { buttons: [] } }]) }));
    expect(reply.body).toEqual(update({ text: 'Deploy?\n\n✅ Yes ‹users/all>', cardsV2: card([image]) }));
  });
});

it('the buttons of a Google Chat add-on call the webhook address', async () => {
  const { sim, connection } = await start();
  const space = sim.addSpace('Operations');
  await connection.sendPrompt(sampleQuestion({ target: space.name }));
  const [card] = sim.messages(space)[0]?.cardsV2 ?? [];
  expect(card?.card.sections?.[0]?.widgets[0]?.buttonList?.buttons[0]).toEqual({
    text: 'Yes',
    onClick: {
      action: {
        function: 'https://gateway.example/webhooks/default/gchat/ops',
        parameters: [{ key: 'token', value: 'p1.0.abcdef' }],
      },
    },
  });
});
