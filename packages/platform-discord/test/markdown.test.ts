import { sampleQuestion } from '@gateway/platform-kit/testing';
import { shownText } from '@gateway/simulators/discord';
import { describe, expect, it } from 'vitest';
import discord from '../src/index.js';
import { connect, openDiscord } from './harness.js';

async function open() {
  const sim = await openDiscord();
  const channel = sim.addChannel();
  const { connection } = await connect({ api: sim.url, token: sim.bot.token });
  return { channel, connection, sent: () => sim.messages({ channel }).map(({ content }) => content) };
}

describe('Discord texts', () => {
  it.each([
    ['rm *.log *.tmp', String.raw`rm \*.log \*.tmp`],
    ['_private_ max_open_per_key __init__', String.raw`\_private\_ max_open_per_key \_\_init\_\_`],
    ['~/a ~~b~~ |c| ||d||', String.raw`~/a \~\~b\~\~ |c| \|\|d\|\|`],
    ['`a` ```b```', String.raw`\`a\` \`\`\`b\`\`\``],
    [String.raw`C:\temp \* \\server`, String.raw`C:\temp \\\* \\\server`],
    ['# a\n## b\n-# c\n- d\n>>> e\n#f -g', '\\# a\n\\## b\n\\-# c\n\\- d\n\\>>> e\n#f -g'],
    ['[ok](https://e.example) [x]', String.raw`\[ok](https://e.example) \[x]`],
    ['<@1> <#2> <t:0:R> <:ok:1> </a:1> a < b', String.raw`\<@1> \<#2> \<t\:0:R> \<\:ok:1> \</a:1> a < b`],
    ['a:x:b at 10:20:30', String.raw`a\:x:b at 10:20:30`],
    ['see https://e.example/_a_/*b*.', 'see https://e.example/_a_/*b*.'],
  ])('show %j as it is written', async (text, sent) => {
    const chat = await open();
    await chat.connection.sendMessage({ target: chat.channel.id, text });
    expect(chat.sent()).toEqual([sent]);
    expect(shownText(sent)).toBe(text);
  });

  it('without markup are sent unchanged, and the mark of a quoted line stays', async () => {
    const { channel, connection, sent } = await open();
    const text =
      'The agent says:\n> Deploy 2.4.0 (api)?\n\n1. Yes - no!\nReply to this message, or write: ID:#1 your answer';
    await connection.sendPrompt(sampleQuestion({ target: channel.id, texts: [text] }));
    expect(sent()).toEqual([text]);
  });

  it('have the length with their escapes, so that a message never exceeds the limit', async () => {
    const { text } = discord.capabilities;
    expect(text.length?.('*'.repeat(1000))).toBe(text.max);
    const { channel, connection, sent } = await open();
    await connection.sendPrompt(sampleQuestion({ target: channel.id, texts: ['*'.repeat(1000)] }));
    expect(sent()[0]).toHaveLength(2000);
  });
});
