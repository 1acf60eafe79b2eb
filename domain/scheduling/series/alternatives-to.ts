import type { Series as SeriesModel } from '#prisma/generated/client.ts'
import { loadAppointment } from '../appointments/queries.ts'
import { loadGroup } from '../group-appointments/queries.ts'
import { lengthOf } from '../slots/rules.ts'
import { nearbyStarts } from '../availability/nearby-starts.ts'
import type { Booking } from './rules.ts'
import type { Transaction } from '#platform/core/transaction.ts'

interface Wanted extends Booking {
  startsAt: Date | null
  appointmentId: string | null
}

/** Free starts near the one that was refused, the nearest first. */
export const alternativesTo = async (
  tx: Transaction,
  { childId }: SeriesModel,
  { startsAt, providerId, roomId, locationId, serviceId, durationMinutes, appointmentId }: Wanted,
): Promise<string[]> => {
  if (!startsAt) return []
  const load = childId === null ? loadGroup : loadAppointment
  const moving = appointmentId && {
    id: appointmentId,
    roomId,
    rules: lengthOf(await load(tx, appointmentId)),
  }
  const alternatives = await nearbyStarts(
    tx,
    {
      serviceIds: serviceId ? [serviceId] : [],
      providerIds: [providerId],
      locationIds: [locationId],
      childId,
      ...(durationMinutes && { durationMinutes }),
      ...(moving && { moving }),
    },
    { near: startsAt },
  )
  return alternatives.map((alternative) => alternative.startsAt)
}
