import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { read } from '#platform/core/transaction.ts'
import { loadEntry } from './load-entry.ts'
import { loadOffer } from './load-offer.ts'
import { EntryStatus, OfferStatus } from './rules.ts'
import { toWaitlistEntry, toWaitlistOffer } from './schemas.ts'

export const WaitlistQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', '-priority'),
  childId: idOf('child').optional(),
  serviceId: idOf('service').optional().meta({ description: 'Those who would take this service.' }),
  status: z.enum(EntryStatus).optional().meta({ description: 'Only entries in this status.' }),
})
export type WaitlistQuery = z.infer<typeof WaitlistQuery>

export const WaitlistOfferQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  entryId: idOf('waitlistEntry').optional(),
  freedSlotId: idOf('freedSlot').optional(),
  status: z.enum(OfferStatus).optional().meta({ description: 'Only offers in this status.' }),
})
export type WaitlistOfferQuery = z.infer<typeof WaitlistOfferQuery>

export const getWaitlistEntry = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'appointments:read', async (reader) => toWaitlistEntry(await loadEntry(reader, id)))

export const listWaitlist = (ctx: Context, query: WaitlistQuery) =>
  read(ctx, 'appointments:read', (reader) => {
    const { childId, serviceId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(serviceId && { serviceIds: { has: serviceId } }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.waitlistEntry.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toWaitlistEntry,
    )
  })

export const getWaitlistOffer = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'appointments:read', async (reader) => toWaitlistOffer(await loadOffer(reader, id)))

export const listWaitlistOffers = (ctx: Context, query: WaitlistOfferQuery) =>
  read(ctx, 'appointments:read', (reader) => {
    const { entryId, freedSlotId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(entryId && { entryId }),
      ...(freedSlotId && { freedSlotId }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.waitlistOffer.findMany({
          where: { AND: [filter, where] },
          orderBy,
          take,
          include: { entry: true, freedSlot: true },
        }),
      toWaitlistOffer,
    )
  })
