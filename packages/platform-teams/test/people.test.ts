import { sampleQuestion } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { message, open } from './harness.js';

async function withAda(state?: Map<string, string>) {
  const gateway = await open(state && { state });
  const ada = gateway.sim.addPerson({ name: 'Ada L.' });
  const target = `user:${ada.aadObjectId}`;
  const meet = () => gateway.sim.addConversation({ type: 'personal', members: [ada] });
  return { ...gateway, gateway, ada, target, meet };
}

describe('a Teams target that names a person', () => {
  it('gets a question before the person wrote, is closed, and answers match the target', async () => {
    const { gateway, sim, connection, ada, target, meet } = await withAda();
    const chat = meet();
    expect(await connection.probe(target)).toMatchObject({ ok: true, target: { id: chat.id, name: 'Ada L.' } });
    const posted = await connection.sendPrompt(sampleQuestion({ target }));
    expect(sim.messages(chat)).toMatchObject([{ id: posted.messageId, text: 'Deploy?' }]);
    await gateway.receive((await sim.compose({ conversation: chat, person: ada, text: 'yes' })).activity);
    expect(gateway.events).toMatchObject([{ targets: [chat.id, target], chat: { id: chat.id, name: 'Ada L.' } }]);
    await connection.closePrompt!({ target, ...posted, text: 'Done', notice: 'Done' });
    expect(sim.messages(chat)[0]).toMatchObject({ text: 'Done', buttons: [] });
    expect(sim.calls({ method: 'createConversation' })).toHaveLength(1);
  });

  it('is remembered after a restart, as the operator wrote it', async () => {
    const state = new Map<string, string>();
    const { sim, connection, ada, meet } = await withAda(state);
    const chat = meet();
    const target = `user:${ada.aadObjectId!.toUpperCase()}`;
    sim.failNext('createConversation', { answer: { status: 201, body: { id: chat.id } } });
    await connection.sendMessage({ target, text: 'x' });
    const again = await open({ state });
    await again.receive(
      message({ conversation: { id: chat.id }, from: { id: '29:1abc', aadObjectId: ada.aadObjectId!, name: 'Ada' } }),
    );
    expect(again.events[0]?.targets).toEqual([chat.id, `user:${ada.aadObjectId}`, target]);
  });

  it('gets a new conversation when the person deleted the old one', async () => {
    const { sim, connection, target, meet } = await withAda();
    const chat = meet();
    await connection.sendMessage({ target, text: 'before' });
    await sim.uninstall(chat);
    const renewed = meet();
    const answer = {
      status: 404,
      body: { error: { code: 'ConversationNotFound', message: 'Conversation not found.' } },
    };
    sim.failNext('sendToConversation', { answer });
    await connection.sendMessage({ target, text: 'after' });
    expect(sim.messages(renewed)).toMatchObject([{ text: 'after' }]);
  });

  it('is refused with a hint when the app is not installed, the id is no object ID, or the tenant is unknown', async () => {
    const { connection, sim, target } = await withAda();
    await expect(connection.sendMessage({ target, text: 'x' })).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('Install the app'),
    });
    await expect(connection.sendMessage({ target: 'user:ada@example.com', text: 'x' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('e-mail address or user name'),
      hint: expect.stringContaining('object ID'),
    });
    expect(sim.calls({ method: 'createConversation' })).toHaveLength(1);
    const other = await open({ credentials: { app_tenant_id: '' } });
    await expect(other.connection.sendMessage({ target, text: 'x' })).rejects.toMatchObject({
      code: 'invalid',
      hint: expect.stringContaining('Tenant ID'),
    });
  });
});

describe('the list of Teams chats', () => {
  it('has the conversations of the app with their names, latest first, also before anyone wrote', async () => {
    const { gateway, sim, connection, ada, meet } = await withAda();
    const chat = meet();
    const room = sim.addConversation({ type: 'channel', name: 'Releases' });
    const group = sim.addConversation({ name: 'On call', members: [ada] });
    const install = async ({ id }: { id: string }, fields: object) =>
      gateway.receive(
        message({
          type: 'installationUpdate',
          id: `f:${id}`,
          action: 'add',
          from: ada,
          text: undefined,
          ...fields,
          conversation: { id, ...(fields as { conversation?: object }).conversation },
        }),
      );
    await install(chat, { conversation: { conversationType: 'personal' } });
    await install(room, { channelData: { team: { name: 'Platform' }, channel: { name: 'Releases' } } });
    await install(group, { conversation: { name: 'On call' } });
    expect(await connection.chats!({ receiving: true })).toEqual([
      { id: group.id, name: 'On call' },
      { id: room.id, name: 'Platform › Releases' },
      { id: chat.id, name: 'Ada L.' },
    ]);
    await install(group, { action: 'remove', conversation: { name: 'On call' } });
    await gateway.receive(
      message({
        type: 'conversationUpdate',
        conversation: { id: room.id },
        membersRemoved: [{ id: '28:bot' }],
        text: undefined,
      }),
    );
    expect(await connection.chats!({ receiving: false })).toEqual([{ id: chat.id, name: 'Ada L.' }]);
    expect(gateway.events).toEqual([]);
  });

  it('keeps the latest 50 conversations', async () => {
    const { gateway, connection } = await withAda();
    for (let count = 0; count < 52; count += 1)
      await gateway.receive(message({ id: `m${count}`, conversation: { id: `19:${count}@thread.v2` } }));
    const chats = await connection.chats!({ receiving: true });
    expect([chats.length, chats[0]?.id, chats.at(-1)?.id]).toEqual([50, '19:51@thread.v2', '19:2@thread.v2']);
  });
});
