import { expectTypeOf, it } from 'vitest';
import type * as contract from '@gateway/contract';
import type * as client from '@gateway/client';

type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;
type Input<R extends contract.Route> = Immutable<contract.BodyInput<R>>;
type StreamEvent = { [Type in contract.StreamEventType]: contract.StreamEventData<Type> }[contract.StreamEventType];

it('the types of the contract in the client fit those of the contract, in both directions', () => {
  expectTypeOf<Input<typeof contract.createPrompt>>().toExtend<client.NewPrompt>();
  expectTypeOf<client.NewPrompt>().toExtend<Input<typeof contract.createPrompt>>();
  expectTypeOf<Input<typeof contract.consumeApproval>>().toExtend<client.NewConsume>();
  expectTypeOf<client.NewConsume>().toExtend<Input<typeof contract.consumeApproval>>();
  expectTypeOf<Input<typeof contract.createPromptNote>>().toExtend<client.NewPromptNote>();
  expectTypeOf<client.NewPromptNote>().toExtend<Input<typeof contract.createPromptNote>>();
  expectTypeOf<Input<typeof contract.sendMessage>>().toExtend<client.NewMessage>();
  expectTypeOf<client.NewMessage>().toExtend<Input<typeof contract.sendMessage>>();
  expectTypeOf<contract.PromptRecord>().toExtend<client.Prompt>();
  expectTypeOf<contract.PromptCreated>().toExtend<client.PromptCreated>();
  expectTypeOf<contract.MessageRecord>().toExtend<client.Message>();
  expectTypeOf<contract.ReplyOf<typeof contract.sendMessage>>().toExtend<client.SentMessage>();
  expectTypeOf<contract.PromptAnswered>().toExtend<client.PromptAnswered>();
  expectTypeOf<contract.PromptExpired>().toExtend<client.PromptExpired>();
  expectTypeOf<contract.PromptWithdrawn>().toExtend<client.PromptWithdrawn>();
  expectTypeOf<contract.ConsumedApproval>().toExtend<client.ConsumedApproval>();
  expectTypeOf<contract.MessageCreated>().toExtend<client.MessageCreated>();
  expectTypeOf<StreamEvent>().toExtend<client.StreamEvent>();
  expectTypeOf<contract.ErrorBody>().toExtend<client.ErrorBody>();
  expectTypeOf<contract.ErrorCode>().toEqualTypeOf<client.ErrorCode>();
});
