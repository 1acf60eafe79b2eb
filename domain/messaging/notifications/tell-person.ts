import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { firstNameOf } from '../messages/recipient.ts'
import { queueMessage } from '../messages/queue-message.ts'
import type { EntryRow } from '../worklist/entry-row.ts'
import type { Centre, Person } from './load-centre.ts'
import { chosenDelivery } from './chosen-delivery.ts'
import { loadChoices } from './queries.ts'
import { noticeTime } from './rules.ts'

/** What a person is told, and whether for the first time (0), as a reminder (1) or because nobody acted (2). */
interface Notice {
  row: EntryRow
  stage: number
}

/**
 * Tells a person about an entry when they want to be told, or their deputy while they are away. Reminders go out at
 * once. The text is made when it is sent, from the record and with the rights of the recipient.
 */
export const tellPerson = async (
  tx: Transaction,
  person: Person,
  centre: Centre,
  { row, stage }: Notice,
): Promise<void> => {
  const deputy = deputyOf(person, centre.people)
  const { id, name, email, roles } = deputy ?? person
  const choices = await loadChoices(tx, [id, ...roles])
  const { delivery } = chosenDelivery(choices, row.kind, { userId: id, roles })
  const when = stage > 0 && delivery !== 'NONE' ? 'AT_ONCE' : delivery
  const notBefore = noticeTime(tx.now, when, centre)
  if (!notBefore) return
  await queueMessage(tx, {
    template: 'worklist.waiting',
    variables: {
      firstName: firstNameOf(name),
      entryId: row.id,
      stage,
      ...(deputy && { inPlaceOf: person.name }),
    },
    recipient: { type: 'user', id, firstName: firstNameOf(name), email },
    subject: subjectOf(row.recordId)!,
    dedupeKey: `waiting/${row.id}/${row.since.getTime()}/${stage}/${id}`,
    notBefore,
  })
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
