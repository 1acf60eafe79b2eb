import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { tellOfArrangement } from '#scheduling/appointments/tell-of-arrangement.ts'
import { createHold } from '#scheduling/holds/create-hold.ts'
import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { changeLead } from '../lead/change-lead.ts'
import type { ConvertedLead, ConvertLead } from './schemas.ts'
import type { LeadRow } from '../lead/lead-row.ts'
import { registerFamily } from './register-family.ts'

type Conversion = RecordRef & { input: ConvertLead; dryRun?: boolean }

const NEEDED = [
  'leads:write',
  'clients:write',
  'children:write',
  'guardianships:write',
  'consents:write',
] as const

/**
 * Converts a lead to a client, a child, a guardianship and consents, with the child's next step, in one
 * transaction.
 */
export const convertLead = (
  ctx: Context,
  { input, dryRun = false, ...ref }: Conversion,
): Promise<ConvertedLead> =>
  transact(ctx, NEEDED, async (tx) => {
    if (!dryRun) return { dryRun, ...(await convert(tx, ref, input)) }
    const rehearsed = await tx.rehearse(() => convert(tx, ref, input))
    tx.nothingChanged({ type: 'lead', id: ref.id })
    return {
      dryRun,
      ...rehearsed,
      clientId: input.clientId ?? null,
      childId: input.childId ?? null,
      guardianshipId: null,
      consentIds: [],
      holdId: null,
      waitlistEntryId: null,
      appointmentId: null,
    }
  })

type Converted = Omit<ConvertedLead, 'dryRun'>

const convert = async (tx: Transaction, ref: RecordRef, input: ConvertLead): Promise<Converted> => {
  let converted: Converted | undefined
  await changeLead(tx, {
    ...ref,
    needs: NEEDED,
    move: 'convert',
    fields: async (before) => {
      assertNamesKnown(before)
      const family = await registerFamily(tx, before, input)
      const { childId, clientId, consentIds } = family
      converted = {
        leadId: before.id,
        ...family,
        consents: consentIds.length,
        ...(await arrangeNext(tx, childId, input)),
      }
      return { childId, clientId }
    },
  })
  return converted!
}

const NAMES = ['contactName', 'childFirstName', 'childLastName', 'childBirthDate'] as const

/** A child's record needs names, although matching does not. */
const assertNamesKnown = (lead: LeadRow): void => {
  const missing = NAMES.filter((name) => lead[name] === null)
  if (missing.length === 0) return
  throw new DomainError(
    'lead_incomplete',
    `The lead lacks ${missing.join(', ')}. Record it with PATCH /v1/leads/{id} before you convert the lead.`,
    { extra: { missing } },
  )
}

const arrangeNext = async (
  tx: Transaction,
  childId: string,
  { hold, waitlistEntry, appointment }: ConvertLead,
) => ({
  holdId: hold ? (await createHold(tx, { ...hold, childId })).id : null,
  waitlistEntryId: waitlistEntry
    ? (await createWaitlistEntry(tx, { ...waitlistEntry, childId })).id
    : null,
  appointmentId: appointment ? await bookFirst(tx, { ...appointment, childId }) : null,
})

/** Books the first appointment, and tells the family. */
const bookFirst = async (
  tx: Transaction,
  appointment: Parameters<typeof createAppointment>[1],
): Promise<string> => {
  const booked = await createAppointment(tx, appointment)
  await tellOfArrangement(tx, booked, 'LEAD')
  return booked.id
}
