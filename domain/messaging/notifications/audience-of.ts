import { can, permissionsIn } from '#platform/core/access/permissions.ts'
import type { Waiting } from '#platform/core/records/define-waiting.ts'
import type { EntryRow } from '../worklist/entry-row.ts'
import type { Person } from './load-centre.ts'

/** The parts of an entry that say whom it waits for. */
type Asking = Pick<EntryRow, 'assigneeId' | 'roles' | 'locationId' | 'first' | 'claimedBy'>

/**
 * Whom an entry waits for: who has claimed it, the assignee, the people of its roles, or else everybody who may do
 * one of its actions. Owners may do everything, so they are asked only if there is nobody else, or if they also have
 * a role that may. Those who acted first are not asked to be the second person.
 */
export const audienceOf = (
  people: readonly Person[],
  { claimedBy, assigneeId, roles, locationId, first }: Asking,
  { actions }: Waiting,
): Person[] => {
  const isFree = ({ id, providerId }: Person) => !first.includes(id) && !first.includes(providerId)
  const isNamed = (name: string) => (person: Person) =>
    person.id === name || person.providerId === name
  if (claimedBy !== null) return people.filter(isNamed(claimedBy))
  if (assigneeId !== null) return people.filter(isNamed(assigneeId)).filter(isFree)
  const near = people
    .filter(isFree)
    .filter(
      ({ locationIds }) =>
        locationIds.length === 0 || locationId === null || locationIds.includes(locationId),
    )
  const asked =
    roles.length > 0
      ? near.filter((person) => person.roles.some((role) => roles.includes(role)))
      : near.filter(({ actors }) =>
          actors.some((actor) =>
            actions.some(({ needs }) => permissionsIn(needs).every((needed) => can(actor, needed))),
          ),
        )
  return asked.length > 0 ? asked : ownersAmong(people).filter(isFree)
}

/** The last of the chain if nobody else has acted. */
export const ownersAmong = (people: readonly Person[]): Person[] =>
  people.filter(({ roles }) => roles.includes('OWNER'))
