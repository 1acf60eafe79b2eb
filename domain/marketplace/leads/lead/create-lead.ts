import { leadEventFacts, leadEvents } from './events.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { dateColumnOrNull, utc } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertNotInFuture } from '#people/children/rules.ts'
import { locationOfFamily } from '#people/persons/location-of-family.ts'
import { assertNamed } from './assert-named.ts'
import { enterLeadStage, entering } from './enter-lead-stage.ts'
import { loadLead } from './queries.ts'
import type { CreateLead, Lead } from './schemas.ts'
import { showLead } from './show-leads.ts'
import { leadQualificationWorkflow } from './workflows.ts'

/** Records a family that applies for a place. Possible duplicates are shown but not refused. */
export const createLead = (ctx: Context, input: CreateLead): Promise<Lead> =>
  transact(ctx, 'leads:write', async (tx) => {
    const id = await insertLead(tx, input, null)
    return showLead(await loadLead(tx, id), tx)
  })

/**
 * Checks all rules for a new lead. A public form checks them before the confirmation, so that nobody confirms
 * an invalid submission.
 */
export const assertLead = async (tx: Transaction, input: CreateLead): Promise<void> => {
  await assertNamed(tx, input)
  const timeZone = (await loadTenantSettings(tx)).defaultTimeZone
  assertNotInFuture('childBirthDate', input.childBirthDate, { now: tx.now, timeZone })
  const early = input.consents.findIndex(({ grantedAt }) => grantedAt > tx.now)
  if (early >= 0)
    throw invalid(
      `consents.${early}.grantedAt`,
      'in_the_future',
      'grantedAt is in the future. Send a past time.',
    )
}

/** Creates a lead within another write. `formId` is the public form from which it came. */
export const insertLead = async (
  tx: Transaction,
  input: CreateLead,
  formId: string | null,
): Promise<string> => {
  const { childBirthDate, latestStartOn, consents, ...fields } = input
  await assertLead(tx, input)
  const id = newId('lead')
  await tx.db.lead.create({
    data: {
      ...freshRecord(tx, id),
      ...entering(tx, 'NEW'),
      ...fields,
      heardAt: tx.now,
      formId,
      locationId: await locationOfFamily(tx, input),
      language: input.language ?? (await loadMessagingTerms(tx)).language,
      childBirthDate: dateColumnOrNull(childBirthDate),
      latestStartOn: dateColumnOrNull(latestStartOn),
      consents: consents.map((one) => ({ ...one, grantedAt: utc(one.grantedAt) })),
      createdBy: tx.actor.id,
    },
  })
  const row = await loadLead(tx, id)
  tx.created({ type: 'lead', id }, row)
  await enterLeadStage(tx, row)
  tx.emit(leadEvents['lead.created'], { type: 'lead', id }, leadEventFacts(row))
  tx.wake(leadQualificationWorkflow, id)
  return id
}
