import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { paragraphsOf } from './paragraphs-of.ts'

export const invoiceOverdue = defineTemplate({
  description: 'When an invoice was not paid in time, to its payer.',
  variables: z.strictObject({
    firstName: z.string(),
    number: z.string(),
    seller: z.string(),
    dueOn: z.string(),
    amount: z.string(),
    fee: z.string().nullable(),
    iban: z.string().nullable(),
    level: z.int(),
    text: z.string().nullable(),
  }),
  example: {
    firstName: 'Mara',
    number: 'SUN-2026-000042',
    seller: 'Sunrise Therapy GmbH',
    dueOn: '2026-12-24',
    amount: '95.00 EUR',
    fee: '5.00 EUR',
    iban: 'DE02120300000000202051',
    level: 2,
    text: null,
  },
  write: {
    en: ({ firstName, number, seller, dueOn, amount, fee, iban, level, text }) => ({
      subject: `Reminder${level > 1 ? ` ${level}` : ''}: invoice ${number}`,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        ...(text === null
          ? ['We have not received your payment yet. If it is on its way, please ignore this.']
          : paragraphsOf(text)),
        `Invoice ${number} of ${seller} was due on ${dueOn}. ${amount} are to be paid.`,
        ...(fee === null ? [] : [`We charge ${fee} for this reminder.`]),
        ...(iban === null ? [] : [`IBAN ${iban}, reference ${number}`]),
      ],
    }),
    de: ({ firstName, number, seller, dueOn, amount, fee, iban, level, text }) => ({
      subject: `${level > 1 ? `${level}. ` : ''}Zahlungserinnerung: Rechnung ${number}`,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        ...(text === null
          ? [
              'wir haben Ihre Zahlung noch nicht erhalten. Falls sie unterwegs ist, betrachten Sie dies als gegenstandslos.',
            ]
          : paragraphsOf(text)),
        `Die Rechnung ${number} von ${seller} war am ${dueOn} fällig. Zu zahlen sind ${amount}.`,
        ...(fee === null ? [] : [`Für diese Erinnerung berechnen wir ${fee}.`]),
        ...(iban === null ? [] : [`IBAN ${iban}, Verwendungszweck ${number}`]),
      ],
    }),
  },
})
