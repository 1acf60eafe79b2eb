import { assertReferences } from '#platform/core/records/references.ts'
import { dateIn, dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { createChild } from '#people/children/create-child.ts'
import { createClient } from '#people/clients/create-client.ts'
import { grantConsent } from '#people/consents/grant-consent.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import type { ConvertLead } from './schemas.ts'
import type { LeadRow } from '../lead/lead-row.ts'
import { consentsOf } from '../lead/show-leads.ts'

/** Creates the client, child, guardianship and consents of a lead, except for those that the centre already has. */
export const registerFamily = async (tx: Transaction, lead: LeadRow, input: ConvertLead) => {
  const { clientId: knownClient, childId: knownChild } = input
  await assertReferences(tx, 'client', { clientId: knownClient })
  await assertReferences(tx, 'child', { childId: knownChild })
  const clientId = knownClient ?? (await registerClient(tx, lead))
  const childId = knownChild ?? (await registerChild(tx, lead))
  const guardianshipId = await registerGuardianship(tx, lead, { clientId, childId }, input)
  const consentIds = input.legal ? await recordConsents(tx, lead, { clientId, childId }) : []
  return { clientId, childId, guardianshipId, consentIds }
}

const atLocation = ({ locationId }: LeadRow) => (locationId === null ? {} : { locationId })

const registerClient = async (tx: Transaction, lead: LeadRow): Promise<string> => {
  const { contactName, contactEmail: email, contactPhone: phone } = lead
  const client = { name: contactName!, email, phone, ...atLocation(lead) }
  return (await createClient(tx, client)).id
}

const registerChild = async (tx: Transaction, lead: LeadRow): Promise<string> => {
  const { defaultTimeZone } = await loadTenantSettings(tx)
  const { childFirstName, childLastName, childBirthDate, message } = lead
  const { id } = await createChild(tx, {
    firstName: childFirstName!,
    lastName: childLastName!,
    birthDate: dateText(childBirthDate!),
    ...atLocation(lead),
    referral: {
      source: lead.contactName!,
      receivedOn: dateIn(lead.createdAt, defaultTimeZone),
      ...(message !== null && { note: message }),
    },
  })
  return id
}

interface Family {
  clientId: string
  childId: string
}

const registerGuardianship = async (
  tx: Transaction,
  { relationship }: LeadRow,
  { clientId, childId }: Family,
  { legal }: ConvertLead,
): Promise<string | null> => {
  const known = await tx.db.guardianship.findFirst({
    where: { tenantId: tx.tenantId, clientId, childId, endedAt: null },
    select: { id: true },
  })
  if (known) return null
  const guardianship = { clientId, childId, relationship: relationship ?? 'guardian' }
  return (await createGuardianship(tx, { ...guardianship, legal, billing: legal })).id
}

const recordConsents = async (
  tx: Transaction,
  lead: LeadRow,
  { clientId: grantedById, childId }: Family,
): Promise<string[]> => {
  const ids: string[] = []
  for (const { kind, text, version, grantedAt } of consentsOf(lead)) {
    const evidence = `Agreed to for lead ${lead.id}, version ${version}: ${text}`.slice(0, 2_000)
    const consent = { childId, kind, grantedById, grantedAt: new Date(grantedAt), evidence }
    ids.push((await grantConsent(tx, consent)).id)
  }
  return ids
}
