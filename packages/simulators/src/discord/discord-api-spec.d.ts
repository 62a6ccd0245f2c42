/** Types of the package's JavaScript schemas, as far as they are used here. */
declare module 'discord-api-spec/zod' {
  interface Schema {
    safeParse(value: unknown): {
      success: boolean;
      error?: { issues: readonly SpecIssue[] };
    };
  }
  export interface SpecIssue {
    readonly code: string;
    readonly path: readonly PropertyKey[];
    readonly maximum?: number | bigint;
    readonly minimum?: number | bigint;
    readonly errors?: readonly (readonly SpecIssue[])[];
  }
  export const MessageCreateRequestSchema: Schema;
  export const MessageEditRequestPartialSchema: Schema;
  export const CreateMessageInteractionCallbackRequestSchema: Schema;
  export const UpdateMessageInteractionCallbackRequestSchema: Schema;
  export const IncomingWebhookInteractionRequestSchema: Schema;
  export const ModalInteractionCallbackRequestSchema: Schema;
  export const PongInteractionCallbackRequestSchema: Schema;
}
