import type { Reader } from '#platform/core/transactions/transaction.ts'
import { findRecipient, guardiansOf, type Recipient } from '#messaging/messages/recipient.ts'
import type { Notice } from '#messaging/messages/templates/appointment-notice.ts'
import type { AppointmentFacts } from './appointment-facts.ts'
import { noticeFor, NOT_TOLD, type NoNotice, type Told } from './notice-rules.ts'
import { toldOf } from './told-of.ts'

/** A person, and the notice that they need now or why they need none. */
export interface PersonsNotice {
  recipient: Recipient
  told: Told
  notice?: Notice
  none?: NoNotice
}

/** The notices that an appointment now requires: to its guardians, and to the provider of a centre that invites. */
export const noticesOf = async (
  reader: Reader,
  facts: AppointmentFacts,
): Promise<PersonsNotice[]> => {
  const [guardians, provider, told] = await Promise.all([
    guardiansOf(reader, facts.childId),
    findRecipient(reader, { type: 'provider', id: facts.providerId }),
    toldOf(reader, facts.id),
  ])
  const { invitationsSince, bookedAt, sends } = facts
  const isInvited = invitationsSince !== null && bookedAt >= invitationsSince
  const persons = provider ? [...guardians, provider] : guardians
  return persons.map((recipient) => {
    const known = told.get(recipient.id) ?? NOT_TOLD
    const asked = recipient.type === 'provider' ? NONE : sends
    const wanted = isInvited ? ALL : asked
    return { recipient, told: known, ...noticeFor({ ...facts, sends: wanted }, known) }
  })
}

const ALL = { booked: true, moved: true, cancelled: true }
const NONE = { booked: false, moved: false, cancelled: false }
