import { z } from 'zod'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { loadAppointment } from './queries.ts'
import { appointmentSubject } from './appointment-facts.ts'
import { placeOf } from '#organization/locations/place-facts.ts'
import { appointmentEvents } from './events.ts'

/** A guardian's response to the offer of a next appointment. The link's subject is the previous appointment. */
export const rebookingLink = definePurpose({
  permission: 'appointments:read',
  answer: z.strictObject({
    wish: z
      .enum(['call', 'none'])
      .meta({ description: 'Whether the family would like a call about a new appointment.' }),
  }),
  view: (_reader, { language }) => {
    const say = textsOf('pages', 'rebooking', language)
    const options = [
      { value: 'call', label: say('call') },
      { value: 'none', label: say('none') },
    ]
    const fields = [{ name: 'wish', label: say('question'), type: 'CHOICE' as const, options }]
    return Promise.resolve({
      title: say('title'),
      paragraphs: [say('intro')],
      fields,
      submit: say('submit'),
    })
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
    const say = textsOf('pages', 'rebooking', language)
    return { title: say('thanks'), paragraphs: [say('received')] }
  },
})
