import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { EntryStatus, OfferStatus } from './rules.ts'
import { toWaitlistEntry, toWaitlistOffer } from './schemas.ts'

export const WaitlistQuery = listQuery('waitlistEntry', ['-createdAt', 'createdAt', '-priority'], {
  childId: idOf('child').optional(),
  serviceId: idOf('service')
    .optional()
    .meta({ description: 'Returns only entries that accept this service.' }),
  status: anyOf(EntryStatus, 'Returns only entries with this status.'),
})
export type WaitlistQuery = z.infer<typeof WaitlistQuery>

export const WaitlistOfferQuery = listQuery('waitlistOffer', ['-createdAt', 'createdAt'], {
  entryId: idOf('waitlistEntry').optional(),
  freedSlotId: idOf('freedSlot').optional(),
  status: anyOf(OfferStatus, 'Returns only offers with this status.'),
})
export type WaitlistOfferQuery = z.infer<typeof WaitlistOfferQuery>

const entries = recordQueries({
  permission: 'appointments:read',
  name: 'waitlist entry',
  find: ({ db }, selection: Selection<Prisma.WaitlistEntryWhereInput>) =>
    db.waitlistEntry.findMany(selection),
  show: each(toWaitlistEntry),
})

export const loadEntry = entries.load
export const getWaitlistEntry = entries.get
export const listWaitlistEntries = entries.list(({ serviceId, ...query }: WaitlistQuery) => ({
  ...given(query, 'childId', 'status'),
  ...(serviceId && { serviceIds: { has: serviceId } }),
}))

const offers = recordQueries({
  permission: 'appointments:read',
  name: 'offer',
  find: ({ db }, selection: Selection<Prisma.WaitlistOfferWhereInput>) =>
    db.waitlistOffer.findMany({
      ...selection,
      include: { entry: true, freedSlot: true, appointment: { select: { holdId: true } } },
    }),
  show: each(toWaitlistOffer),
})

export const loadOffer = offers.load
export const getWaitlistOffer = offers.get
export const listWaitlistOffers = offers.list((query: WaitlistOfferQuery) =>
  given(query, 'entryId', 'freedSlotId', 'status'),
)
