import { z } from 'zod'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { because } from '#platform/core/input/issue.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { addMinutes, dateIn, dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { matchTherapists } from '../../matching/match-therapists.ts'
import { MatchTherapists } from '../../matching/schemas.ts'
import { changeLead } from '../lead/change-lead.ts'
import type { LeadRow } from '../lead/lead-row.ts'
import { ageInMonths, assertComplete } from '../lead/rules.ts'

const { coordinates, maxDistanceKm, serviceId, windows, preferences, excludedProviderIds, limit } =
  MatchTherapists.shape

/** Criteria for the match in addition to those of the lead. */
export const MatchLead = z
  .strictObject({
    coordinates,
    maxDistanceKm,
    serviceId,
    windows,
    preferences,
    excludedProviderIds,
    limit,
  })
  .refine((asked) => asked.maxDistanceKm === undefined || asked.coordinates !== undefined, {
    error: 'is required to match by distance',
    path: ['coordinates'],
    params: because('required'),
  })
  .meta({ id: 'MatchLead', example: { preferences: ['LANGUAGE'], limit: 5 } })
export type MatchLead = z.infer<typeof MatchLead>

/** How many days ahead first slots are searched. */
const LOOK_AHEAD_DAYS = 28

/** Matches therapists to a qualified lead by its data. The question and the answer are stored as a match. */
export const matchLead = (ctx: Context, { asked, ...ref }: RecordRef & { asked: MatchLead }) =>
  changeLead(ctx, {
    ...ref,
    needs: ['leads:write', 'therapist-matches:write'],
    move: 'match',
    fields: async (before, tx) => {
      assertComplete(before)
      const { id } = await matchTherapists(tx, await questionOf(tx, before, asked))
      return { matchId: id }
    },
  })

const questionOf = async (
  tx: Transaction,
  lead: LeadRow,
  asked: MatchLead,
): Promise<MatchTherapists> => {
  const today = dateIn(tx.now, (await loadTenantSettings(tx)).defaultTimeZone)
  const last = dateIn(addMinutes(tx.now, LOOK_AHEAD_DAYS * 24 * 60), 'UTC')
  const latestStartOn = lead.latestStartOn && dateText(lead.latestStartOn)
  return MatchTherapists.parse({
    ...asked,
    needs: lead.needs,
    ageMonths: ageInMonths(dateText(lead.childBirthDate!), today),
    languages: lead.languages,
    ...(lead.locationId !== null && !asked.coordinates && { locationId: lead.locationId }),
    ...(lead.modality !== null && { modality: lead.modality }),
    ...(lead.state !== null && { state: lead.state }),
    ...(lead.payer !== null && { payer: lead.payer }),
    // A day in the past, or beyond the searched period, does not limit the search.
    ...(latestStartOn && latestStartOn > today && latestStartOn < last && { latestStartOn }),
  })
}
