import { z } from 'zod'
import { defineTemplate, longTime } from './define-template.ts'

export const restrictionLifting = defineTemplate({
  description:
    'Before a restriction of processing is lifted, to whoever obtained it: the child’s legal guardians, or the client (Art. 18(3) GDPR).',
  variables: z.strictObject({
    firstName: z.string(),
    liftsAt: z.iso.datetime({ offset: true }),
    timeZone: z.string(),
  }),
  example: { firstName: 'Mara', liftsAt: '2026-12-15T10:00:00+01:00', timeZone: 'Europe/Berlin' },
  write: {
    en: ({ firstName, liftsAt, timeZone }) => ({
      subject: 'A restriction is going to be lifted',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        'At present we only keep certain data and do nothing else with it.',
        `We are going to lift this restriction on ${longTime(liftsAt, timeZone, 'en')}. From then on we use the data again.`,
        'If you do not agree, please get in touch with us before.',
      ],
    }),
    de: ({ firstName, liftsAt, timeZone }) => ({
      subject: 'Eine Einschränkung wird aufgehoben',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        'zurzeit bewahren wir bestimmte Daten nur auf und tun sonst nichts damit.',
        `Diese Einschränkung heben wir am ${longTime(liftsAt, timeZone, 'de')} auf. Von da an verwenden wir die Daten wieder.`,
        'Wenn Sie nicht einverstanden sind, melden Sie sich bitte vorher bei uns.',
      ],
    }),
  },
})
