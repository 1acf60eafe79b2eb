import { loadProvider } from '#organization/providers/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { affectedBy } from './affected-by.ts'
import type { AffectedAppointments } from './schemas.ts'

/** No appointment is booked this far ahead. */
const FAR = new Date('2200-01-01T00:00:00Z')

/** A provider's future appointments, as if the provider were absent from now on. */
export const getAffectedAppointments = (
  ctx: Context,
  { id }: { id: string },
): Promise<AffectedAppointments> =>
  read(ctx, ['time-off:read', 'providers:read'], async (reader) => {
    await loadProvider(reader, id)
    return affectedBy(reader, { providerId: id, startsAt: reader.now, endsAt: FAR })
  })
