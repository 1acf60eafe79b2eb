import type { EntryRow } from '../worklist/entry-row.ts'
import type { Centre, Person } from './load-centre.ts'
import { chosenDelivery } from './chosen-delivery.ts'
import { noticeTime } from './rules.ts'

/** What a person is told, and whether for the first time (0), as a reminder (1) or because nobody acted (2). */
interface Told {
  row: EntryRow
  stage: number
}

/** A line of the next e-mail to a person. */
export interface Notice extends Told {
  to: Person
  /** The person who is away, if `to` is a deputy. */
  inPlaceOf: Person | undefined
  notBefore: Date
}

/**
 * How a person is told about an entry, or their deputy while they are away; undefined if they want no e-mail.
 * Reminders go out at once.
 */
export const noticeFor = (
  now: Date,
  person: Person,
  centre: Centre,
  told: Told,
): Notice | undefined => {
  const deputy = deputyOf(person, centre.people)
  const to = deputy ?? person
  const { delivery } = chosenDelivery(centre.choices, told.row.kind, {
    userId: to.id,
    roles: to.roles,
  })
  const when = told.stage > 0 && delivery !== 'NONE' ? 'AT_ONCE' : delivery
  const notBefore = noticeTime(now, when, centre)
  const inPlaceOf = deputy && person
  return notBefore && { ...told, to, inPlaceOf, notBefore }
}

/** The deputy of a person who is away; a deputy who is away too has one in turn. */
const deputyOf = (person: Person, people: readonly Person[]): Person | undefined => {
  let found: Person | undefined
  const seen = new Set([person.id])
  for (let away = person; ;) {
    const next = people.find(({ id }) => id === away.deputyId)
    if (!next || seen.has(next.id)) return found
    seen.add(next.id)
    found = next
    away = next
  }
}
