import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as attachments from '#clinical/attachments/schemas.ts'
import * as childMerges from '#people/child-merges/schemas.ts'
import * as children from '#people/children/schemas.ts'
import * as clients from '#people/clients/schemas.ts'
import * as address from '#platform/core/contact/address.ts'
import { exampleOf } from '#platform/core/schemas/resource-schema.ts'
import * as consents from '#people/consents/schemas.ts'
import * as customFields from '#organization/custom-fields/schemas.ts'
import * as goals from '#clinical/goals/schemas.ts'
import * as guardianships from '#people/guardianships/schemas.ts'
import * as locations from '#organization/locations/schemas.ts'
import * as orders from '#receivables/orders/schemas.ts'
import * as payments from '#payments/payments/schemas.ts'
import * as pets from '#people/pets/schemas.ts'
import * as providers from '#organization/providers/schemas.ts'
import * as rooms from '#organization/rooms/schemas.ts'
import * as services from '#organization/services/schemas.ts'
import * as noteTemplates from '#clinical/note-templates/schemas.ts'
import * as notes from '#clinical/notes/schemas.ts'
import * as sessions from '#clinical/sessions/schemas.ts'
import * as supervisionDelegates from '#organization/supervision-delegates/schemas.ts'
import * as supervisions from '#organization/supervisions/schemas.ts'
import * as tenants from '#organization/tenants/schemas.ts'

const modules: Record<string, unknown> = {
  ...address,
  ...attachments,
  ...childMerges,
  ...children,
  ...clients,
  ...consents,
  ...customFields,
  ...goals,
  ...guardianships,
  ...locations,
  ...notes,
  ...noteTemplates,
  ...orders,
  ...payments,
  ...pets,
  ...providers,
  ...rooms,
  ...services,
  ...sessions,
  ...supervisions,
  ...supervisionDelegates,
  ...tenants,
}
const schemas = Object.entries(modules).filter(
  (entry): entry is [string, z.ZodObject] => entry[1] instanceof z.ZodObject,
)

describe('every schema of a resource', () => {
  test.each(schemas)('%s has its name as id and an example that parses', (name, schema) => {
    const meta = schema.meta()
    expect(meta?.id).toBe(name)
    expect(meta?.['example']).toBeDefined()
    expect(schema.safeParse(meta?.['example'])).toMatchObject({ success: true })
  })

  test.each(schemas)('%s refuses an unknown member', (_, schema) => {
    const result = schema.safeParse({ ...(exampleOf(schema) as object), surprise: 1 })
    expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys' }])
  })
})

describe('forbidden members of records', () => {
  const child = { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' }

  test.each([
    ['a control character', { firstName: 'Le\u0007na' }],
    ['a line break in a name', { firstName: 'Le\nna' }],
    ['only blanks', { lastName: '   ' }],
    ['a date that is not in the calendar', { birthDate: '2023-02-29' }],
    ['a date before 1900', { birthDate: '0000-01-01' }],
    ['a date with a time', { birthDate: '2021-04-30T00:00:00Z' }],
    ['an id of another kind', { primaryProviderId: 'chd_01m7zavmhde4es2ts9few7fzev' }],
    ['a program in lower case', { fundingProgram: 'early intervention' }],
    ['NUL in free text', { referral: { source: 'x', note: 'a\u0000b' } }],
  ])('%s', (_, wrong) => {
    expect(children.CreateChild.safeParse({ ...child, ...wrong }).success).toBe(false)
  })

  test.each([
    ['a nested object', { a: {} }],
    ['an array', { a: [] }],
    ['null', { a: null }],
    ['infinity', { a: Number.POSITIVE_INFINITY }],
    ['51 members', Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 1]))],
  ])('in custom_fields: %s', (_, custom_fields) => {
    const result = clients.CreateClient.safeParse({ name: 'Mara', custom_fields })
    expect(result.error?.issues[0]?.path[0]).toBe('custom_fields')
  })

  test.each(['half', 1.5, -1, 2 ** 31, '9500'])('the amount %j', (amount) => {
    const service = { code: 'X', name: 'X', durationMinutes: 45, amount }
    expect(services.CreateService.safeParse(service).success).toBe(false)
  })
})
