import { z } from 'zod'
import { APPOINTMENT_EXAMPLE, appointmentVariables, defineTemplate } from './define-template.ts'

export const rebookingOffer = defineTemplate({
  description: 'Two days after an appointment without a next one, to the child’s legal guardians.',
  variables: z.strictObject({ ...appointmentVariables, firstName: z.string(), path: z.string() }),
  example: { ...APPOINTMENT_EXAMPLE, firstName: 'Mara', path: '/links/example' },
  write: {
    en: ({ firstName, locationPhone, path }) => ({
      subject: 'Your next appointment',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        'There is no further appointment in our calendar yet. Shall we find one together?',
        ...(locationPhone ? [`You can also call us: ${locationPhone}.`] : []),
      ],
      action: { label: 'Please call me', path },
    }),
    de: ({ firstName, locationPhone, path }) => ({
      subject: 'Ihr nächster Termin',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        'in unserem Kalender steht noch kein weiterer Termin. Sollen wir gemeinsam einen finden?',
        ...(locationPhone ? [`Sie können uns auch anrufen: ${locationPhone}.`] : []),
      ],
      action: { label: 'Bitte rufen Sie mich an', path },
    }),
  },
})
