import { joinableGroups } from '../availability/joinable-groups.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { DAY_MS, inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadGroup } from './queries.ts'

const DAYS = 28
const MOST = 3

/** Errors that another group could avoid. */
const ELSEWHERE: ReadonlySet<ErrorCode> = new Set(['slot_taken', 'group_full', 'slot_unavailable'])

/** Adds other groups for the service and location that the child can join to an error. */
export const offerOtherGroups = (
  tx: Transaction,
  { id, childId }: { id: string; childId: string },
): void =>
  tx.onRefusal({
    codes: ELSEWHERE,
    question: JSON.stringify({ id, childId }),
    find: async (reader) => {
      const { serviceId, locationId, startsAt } = await loadGroup(reader, id)
      const wanted = startsAt.getTime()
      const groups = await joinableGroups(reader, {
        serviceIds: serviceId ? [serviceId] : [],
        locationIds: [locationId],
        childId,
        range: { from: wanted - DAYS * DAY_MS, until: wanted + DAYS * DAY_MS },
      })
      const away = (group: { startsAt: Date }) => Math.abs(group.startsAt.getTime() - wanted)
      const alternatives = groups
        .filter((group) => group.id !== id)
        .toSorted((a, b) => away(a) - away(b))
        .slice(0, MOST)
        .map((group) => ({
          groupId: group.id,
          providerId: group.providerId,
          locationId: group.locationId,
          startsAt: inZone(group.startsAt, group.timeZone),
        }))
      return { alternatives }
    },
  })
