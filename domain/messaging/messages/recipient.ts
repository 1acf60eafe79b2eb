import type { Reader } from '#platform/core/transactions/transaction.ts'

/**
 * `webhookEndpoint` stands for the endpoint's contact, `tenant` for the centre's privacy contact,
 * `onboardingReference` for the referee, `lead` for the adult who applied, `leadIntake` for an applicant who
 * has not confirmed yet, and `payer` for an organization that pays.
 */
export const RECIPIENT_TYPES = [
  'client',
  'provider',
  'webhookEndpoint',
  'tenant',
  'user',
  'onboardingReference',
  'lead',
  'leadIntake',
  'payer',
] as const

/** A person with an address. */
export interface Recipient {
  type: (typeof RECIPIENT_TYPES)[number]
  id: string
  firstName: string
  email: string | null
  /** The language that the person asked for, as a BCP 47 tag. */
  language?: string | null
}

/** The legal guardians of a child. */
export const guardiansOf = async (reader: Reader, childId: string): Promise<Recipient[]> => {
  const rows = await reader.sql<Person>(GUARDIANS, [reader.tenantId, childId])
  return rows.map((row) => recipientOf('client', row))
}

/**
 * The legal guardians, and foster and surrogate parents, who act as parents in early intervention (34 CFR
 * 303.27, 303.422).
 */
export const actingParentsOf = async (reader: Reader, childId: string): Promise<Recipient[]> => {
  const rows = await reader.sql<Person>(ACTING_PARENTS, [reader.tenantId, childId])
  return rows.map((row) => recipientOf('client', row))
}

/** Undefined if the recipient is missing or archived. */
export const findRecipient = async (
  reader: Reader,
  { type, id }: Pick<Recipient, 'type' | 'id'>,
): Promise<Recipient | undefined> => {
  const [row] = await reader.sql<Person>(BY_TYPE[type], [reader.tenantId, id])
  return row && recipientOf(type, row)
}

/** The centre's privacy contact, whether or not it has an address. */
export const privacyContact = async (reader: Reader): Promise<Recipient> =>
  (await findRecipient(reader, { type: 'tenant', id: reader.tenantId }))!

interface Person {
  id: string
  name: string
  email: string | null
  /** Only clients have one. */
  language?: string | null
}

/** Matches titles, which are not first names. */
const TITLE = /^(?:(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau)\.?\s+)+/iu

/** The first name in a person's name, without titles. */
export const firstNameOf = (name: string): string => name.replace(TITLE, '').split(/\s+/, 1)[0]!

const recipientOf = (
  type: Recipient['type'],
  { id, name, email, language = null }: Person,
): Recipient => ({
  type,
  id,
  // An organization has only one name.
  firstName: type === 'payer' ? name : firstNameOf(name),
  email,
  language,
})

const GUARDIANS = `
  SELECT c.id, c.name, c.email, c.language
  FROM guardianships g JOIN clients c ON c.tenant_id = g.tenant_id AND c.id = g.client_id
  WHERE g.tenant_id = $1 AND g.child_id = $2 AND g.legal AND g.ended_at IS NULL AND c.archived_at IS NULL
  ORDER BY c.id`

const ACTING_PARENTS = GUARDIANS.replace(
  'g.legal',
  "(g.legal OR g.kind IN ('FOSTER_PARENT', 'SURROGATE_PARENT'))",
)

const BY_TYPE: Record<Recipient['type'], string> = {
  client:
    'SELECT id, name, email, language FROM clients WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL',
  provider:
    'SELECT id, name, email FROM providers WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL',
  webhookEndpoint: `
    SELECT id, '' AS name, contact_email AS email FROM webhook_endpoints
    WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL`,
  onboardingReference: `
    SELECT id, name, email FROM onboarding_references WHERE tenant_id = $1 AND id = $2 AND status = 'ASKED'`,
  lead: `
    SELECT id, COALESCE(contact_name, '') AS name, contact_email AS email FROM leads
    WHERE tenant_id = $1 AND id = $2 AND closed_at IS NULL`,
  leadIntake: `SELECT id, '' AS name, email FROM lead_intakes WHERE tenant_id = $1 AND id = $2`,
  payer: `
    SELECT id, name, email FROM payers
    WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL AND name IS NOT NULL`,
  user: `
    SELECT id, name, email FROM users WHERE tenant_id = $1 AND id = $2 AND status <> 'DEACTIVATED'`,
  tenant: `
    SELECT tenant_id AS id, '' AS name, privacy_contact_email AS email FROM tenants
    WHERE tenant_id = $1 AND tenant_id = $2`,
}

export const NO_GUARDIAN = 'the child has no legal guardian on record'

/** `e-mail to 2 guardians`. The step's messages show each delivery. */
export const guardiansNotified = (guardians: { length: number }, what = 'e-mail'): string =>
  `${what} to ${guardians.length} guardian${guardians.length === 1 ? '' : 's'}`
