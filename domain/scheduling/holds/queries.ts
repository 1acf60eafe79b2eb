import { loadAppointment } from '../appointments/queries.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError, notFound } from '#platform/core/errors.ts'
import { read } from '#platform/core/transaction.ts'
import { toHold } from './schemas.ts'

export const getHold = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'holds:read', async (reader) =>
    toHold(await orNoHold(loadAppointment(reader, id)), reader.now),
  )

/** An appointment as a hold: what is not there is no hold, rather than no appointment. */
export const orNoHold = <Row>(loading: Promise<Row>): Promise<Row> =>
  loading.catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'not_found' ? notFound('hold') : error
  })
