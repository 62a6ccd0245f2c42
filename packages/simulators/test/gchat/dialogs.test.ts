import { describe, expect, it } from 'vitest';
import { app, clientOf, start } from './setup.js';

const card = {
  header: { title: 'Reject' },
  sections: [
    { widgets: [{ textParagraph: { text: 'Deploy &lt;1&gt;?' } }, { textInput: { name: 'reason', label: 'Why?' } }] },
  ],
  fixedFooter: {
    primaryButton: {
      text: 'Send',
      onClick: { action: { function: 'send', parameters: [{ key: 'step', value: '2' }], requiredWidgets: ['reason'] } },
    },
  },
};

const open = {
  classic: { actionResponse: { type: 'DIALOG', dialogAction: { dialog: { body: card } } } },
  addon: { action: { navigations: [{ pushCard: card }] } },
};
const close = {
  classic: {
    actionResponse: {
      type: 'DIALOG',
      dialogAction: { actionStatus: { statusCode: 'OK', userFacingMessage: 'Thanks' } },
    },
  },
  addon: { action: { navigations: [{ endNavigation: { action: 'CLOSE_DIALOG' } }], notification: { text: 'Thanks' } } },
};

describe.each(['classic', 'addon'] as const)('Google Chat simulator: dialogs, format %s', (format) => {
  it('open in answer to a press, and are submitted with their values', async () => {
    const { url, arrived } = await app((_arrived, count) => ({
      status: 200,
      body: (count === 1 ? open : close)[format],
    }));
    const { sim, ada, space } = await start({ webhookUrl: url, format });
    const { spaces } = await clientOf(sim);
    const onClick = { action: { function: 'ask', interaction: 'OPEN_DIALOG' } };
    const cardsV2 = [{ card: { sections: [{ widgets: [{ buttonList: { buttons: [{ text: 'No', onClick }] } }] }] } }];
    const { data: message } = await spaces.messages.create({
      parent: space.name,
      requestBody: { text: 'Deploy?', cardsV2 },
    });
    await sim.press({ space, user: ada, button: 'No' });
    expect(sim.dialog(ada)).toEqual({
      title: 'Reject',
      text: 'Deploy <1>?',
      inputs: [{ name: 'reason', label: 'Why?', required: true }],
    });
    await expect(sim.submit({ user: ada, values: [''] })).rejects.toThrow('"Why?" is required');
    expect(await sim.submit({ user: ada, values: ['too risky'] })).toMatchObject({ status: 200, kind: 'closed' });
    expect(sim.dialog(ada)).toBeNull();
    expect(sim.notifications()).toEqual([{ user: ada.name, text: 'Thanks' }]);
    const common = { parameters: { step: '2' }, formInputs: { reason: { stringInputs: { value: ['too risky'] } } } };
    const about = { isDialogEvent: true, dialogEventType: 'SUBMIT_DIALOG', message: { name: message.name } };
    expect(arrived[1]?.event).toMatchObject(
      format === 'classic'
        ? { type: 'CARD_CLICKED', user: ada, space, ...about, common }
        : { commonEventObject: common, chat: { user: ada, buttonClickedPayload: { space, ...about } } },
    );
  });

  it('do not open when the app answers with something else', async () => {
    const { url } = await app(() => ({ status: 200, body: {} }));
    const { sim, ada, space } = await start({ webhookUrl: url, format });
    const { spaces } = await clientOf(sim);
    const onClick = { action: { function: 'ask', interaction: 'OPEN_DIALOG' } };
    const cardsV2 = [{ card: { sections: [{ widgets: [{ buttonList: { buttons: [{ text: 'No', onClick }] } }] }] } }];
    await spaces.messages.create({ parent: space.name, requestBody: { text: 'Deploy?', cardsV2 } });
    expect(await sim.press({ space, user: ada, button: 'No' })).toMatchObject({ kind: 'invalid' });
    expect(sim.dialog(ada)).toBeNull();
  });
});
