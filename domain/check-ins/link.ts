import { z } from 'zod'
import { newId } from '../core/ids.ts'
import { prose } from '../core/record.ts'
import { freshRecord, inTenant } from '../core/record-ref.ts'
import { definePurpose } from '../links/purpose.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { findRecipient } from '../messages/recipients.ts'
import { isWorrying, MOODS } from './schemas.ts'

const MAX_COMMENT = 2_000

const WORDS = {
  en: {
    title: 'How are things going?',
    intro: 'Your answer goes to the centre. This link works once.',
    mood: 'How are things going with your child?',
    moods: { GOOD: 'Well', MIXED: 'Mixed', WORRIED: 'I am worried' },
    services: 'Are you getting the help that was agreed?',
    call: 'Would you like us to call you?',
    yesNo: { yes: 'Yes', no: 'No' },
    comment: 'Would you like to add anything? (optional)',
    submit: 'Send',
    thanks: 'Thank you',
    received: 'Your answer has reached the centre.',
    worried: 'Somebody will get in touch with you. In an emergency, call the emergency services.',
  },
  de: {
    title: 'Wie läuft es?',
    intro: 'Ihre Antwort geht an die Praxis. Der Link gilt einmal.',
    mood: 'Wie läuft es mit Ihrem Kind?',
    moods: { GOOD: 'Gut', MIXED: 'Gemischt', WORRIED: 'Ich mache mir Sorgen' },
    services: 'Bekommen Sie die vereinbarte Unterstützung?',
    call: 'Möchten Sie angerufen werden?',
    yesNo: { yes: 'Ja', no: 'Nein' },
    comment: 'Möchten Sie etwas hinzufügen? (freiwillig)',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    received: 'Ihre Antwort ist angekommen.',
    worried: 'Wir melden uns bei Ihnen. In einem Notfall rufen Sie bitte den Notruf.',
  },
}

const yesNo = z.enum(['yes', 'no'])
const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** A guardian's answer to a check-in. The subject is the programme. */
export const checkInLink = definePurpose({
  permission: 'check-ins:write',
  answer: z.strictObject({
    mood: z.enum(MOODS),
    services: yesNo,
    call: yesNo,
    comment: prose(MAX_COMMENT).exactOptional(),
  }),
  view: (_reader, { language }) => {
    const words = WORDS[language]
    return Promise.resolve({
      title: words.title,
      paragraphs: [words.intro],
      fields: [
        { name: 'mood', label: words.mood, type: 'choice', options: optionsOf(words.moods) },
        {
          name: 'services',
          label: words.services,
          type: 'choice',
          options: optionsOf(words.yesNo),
        },
        { name: 'call', label: words.call, type: 'choice', options: optionsOf(words.yesNo) },
        { name: 'comment', label: words.comment, type: 'text', maxLength: MAX_COMMENT },
      ],
      submit: words.submit,
    })
  },
  redeem: async (tx, { subjectId, recipientId, language }, { mood, services, call, comment }) => {
    const said = { mood, servicesReceived: services === 'yes', callWanted: call === 'yes' }
    const worrying = isWorrying(said)
    const programme = await tx.db.earlyInterventionProgramme.findFirstOrThrow({
      where: inTenant(tx, subjectId),
    })
    const id = newId('checkIn')
    const row = await tx.db.checkIn.create({
      data: {
        ...freshRecord(tx, id),
        programmeId: subjectId,
        clientId: recipientId!,
        ...said,
        comment: comment ?? null,
        worrying,
      },
    })
    const subject = { type: 'checkIn', id }
    tx.audit(subject, undefined, row)
    const { childId, coordinatorId } = programme
    tx.emit('early_intervention.checked_in', subject, {
      checkInId: id,
      programmeId: subjectId,
      childId,
    })
    const words = WORDS[language]
    if (!worrying) return { title: words.thanks, paragraphs: [words.received] }
    tx.wake('earlyInterventionCheckIn', subjectId)
    const recipient =
      coordinatorId && (await findRecipient(tx, { type: 'provider', id: coordinatorId }))
    if (recipient) {
      const variables = { firstName: recipient.firstName, checkInId: id }
      const dedupeKey = `check-in/${id}`
      await queueMessage(tx, {
        template: 'check-in.worrying',
        variables,
        recipient,
        subject,
        dedupeKey,
      })
    }
    return { title: words.thanks, paragraphs: [words.received, words.worried] }
  },
})
