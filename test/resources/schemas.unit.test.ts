import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as attachments from '../../domain/attachments/schemas.ts'
import * as childMerges from '../../domain/child-merges/schemas.ts'
import * as children from '../../domain/children/schemas.ts'
import * as clients from '../../domain/clients/schemas.ts'
import * as address from '../../domain/core/address.ts'
import { exampleOf } from '../../domain/core/resource-schema.ts'
import * as consents from '../../domain/consents/schemas.ts'
import * as customFields from '../../domain/custom-fields/schemas.ts'
import * as goals from '../../domain/goals/schemas.ts'
import * as guardianships from '../../domain/guardianships/schemas.ts'
import * as locations from '../../domain/locations/schemas.ts'
import * as orders from '../../domain/orders/schemas.ts'
import * as payments from '../../domain/payments/schemas.ts'
import * as pets from '../../domain/pets/schemas.ts'
import * as providers from '../../domain/providers/schemas.ts'
import * as rooms from '../../domain/rooms/schemas.ts'
import * as services from '../../domain/services/schemas.ts'
import * as noteTemplates from '../../domain/note-templates/schemas.ts'
import * as notes from '../../domain/notes/schemas.ts'
import * as sessions from '../../domain/sessions/schemas.ts'
import * as supervisions from '../../domain/supervisions/schemas.ts'
import * as tenants from '../../domain/tenants/schemas.ts'

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

  test.each(schemas)('%s refuses a member that it does not know', (_, schema) => {
    const result = schema.safeParse({ ...(exampleOf(schema) as object), surprise: 1 })
    expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys' }])
  })
})

describe('what no record may hold', () => {
  const child = { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' }

  test.each([
    ['a control character', { firstName: 'Le\u0007na' }],
    ['a line break in a name', { firstName: 'Le\nna' }],
    ['only blanks', { lastName: '   ' }],
    ['a date that is not in the calendar', { birthDate: '2023-02-29' }],
    ['a date before 1900', { birthDate: '0000-01-01' }],
    ['a date with a time', { birthDate: '2021-04-30T00:00:00Z' }],
    ['an id of another kind', { primaryProviderId: 'chd_01m7zavmhde4es2ts9few7fzev' }],
    ['a programme in lower case', { programme: 'early intervention' }],
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
