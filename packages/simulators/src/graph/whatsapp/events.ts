import type { Person, PhoneNumber, WhatsAppMessage } from './state.js';

/** A webhook's body with several changes of one number. */
export function envelope(changes: readonly object[]): object {
  return {
    object: 'whatsapp_business_account',
    entry: changes.map((value) => ({ id: '200000000000001', changes: [{ value, field: 'messages' }] })),
  };
}

/** The webhook's change for a person's message. */
export function messageChange(number: PhoneNumber, person: Person, message: object, atMs: number): object {
  return {
    ...common(number),
    contacts: [
      {
        profile: { name: person.name, ...(person.username !== undefined && { username: person.username }) },
        user_id: person.userId,
        ...(!person.hidesNumber && { wa_id: person.waId }),
      },
    ],
    messages: [
      {
        ...(!person.hidesNumber && { from: person.waId }),
        from_user_id: person.userId,
        timestamp: String(Math.floor(atMs / 1000)),
        ...message,
      },
    ],
  };
}

/** Why an accepted message was not delivered. */
export interface DeliveryError {
  code: number;
  title: string;
  details: string;
}

/** The webhook's change for the delivery status of a business message. */
export function statusChange(
  number: PhoneNumber,
  message: WhatsAppMessage,
  status: 'sent' | 'delivered' | 'read' | 'failed',
  atMs: number,
  error?: DeliveryError,
): object {
  return {
    ...common(number),
    statuses: [
      {
        id: message.id,
        status,
        timestamp: String(Math.floor(atMs / 1000)),
        recipient_id: message.waId,
        ...(error && {
          errors: [
            { code: error.code, title: error.title, message: error.title, error_data: { details: error.details } },
          ],
        }),
      },
    ],
  };
}

const common = ({ displayPhoneNumber, phoneNumberId }: PhoneNumber) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId },
});
