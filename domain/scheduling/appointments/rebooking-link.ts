import { z } from 'zod'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { loadAppointment } from './queries.ts'
import { appointmentSubject } from './move-appointment.ts'
import { placeOf } from '#organization/locations/place-facts.ts'
import { appointmentEvents } from './events.ts'

const WORDS = {
  en: {
    title: 'Your next appointment',
    intro: 'Tell the centre what you would like. This link works once.',
    question: 'What would you like?',
    call: 'Please call me to find a time',
    no: 'No further appointment for now',
    submit: 'Send',
    thanks: 'Thank you',
    received: 'Your answer has reached the centre. You can close this page.',
  },
  de: {
    title: 'Ihr nächster Termin',
    intro: 'Sagen Sie der Praxis, was Sie möchten. Der Link gilt einmal.',
    question: 'Was möchten Sie?',
    call: 'Bitte rufen Sie mich an, um einen Termin zu finden',
    no: 'Vorerst keinen weiteren Termin',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    received: 'Ihre Antwort ist angekommen. Sie können diese Seite schließen.',
  },
}

/** A guardian's answer to the offer of a next appointment. The subject is the one before. */
export const rebookingLink = definePurpose({
  permission: 'appointments:read',
  answer: z.strictObject({
    wish: z
      .enum(['call', 'none'])
      .meta({ description: 'Whether the family wishes a call for a new appointment.' }),
  }),
  view: (_reader, { language }) => {
    const { title, intro, question: label, call, no, submit } = WORDS[language]
    const options = [
      { value: 'call', label: call },
      { value: 'none', label: no },
    ]
    const fields = [{ name: 'wish', label, type: 'CHOICE' as const, options }]
    return Promise.resolve({ title, paragraphs: [intro], fields, submit })
  },
  redeem: async (tx, { subjectId, recipientId, language }, { wish }) => {
    const appointment = await loadAppointment(tx, subjectId)
    const { id: appointmentId, childId, providerId } = appointment
    const clientId = recipientId!
    tx.did(appointmentSubject(appointment), { rebooking: wish, clientId })
    if (wish === 'call') {
      const facts = { appointmentId, childId, clientId, providerId, ...placeOf(appointment) }
      tx.emit(appointmentEvents['rebooking.requested'], appointmentSubject(appointment), facts)
    }
    return { title: WORDS[language].thanks, paragraphs: [WORDS[language].received] }
  },
})
