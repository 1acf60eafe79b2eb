import { z } from 'zod'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'

/** HL7's purposes of use, limited to those that the platform can derive. */
const PurposeOfUse = ['ETREAT', 'TREAT', 'HOPERAT'] as const

export const Disclosure = resourceSchema('Disclosure', {
  id: idOf('auditEntry').meta({ description: 'ID of the audit entry.' }),
  occurredAt: z.iso.datetime().meta({
    description: 'When the record was shown, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  actor: z
    .strictObject({
      kind: z.enum(['API_KEY', 'USER', 'SYSTEM', 'ANONYMOUS']).meta({
        description: 'Whether the actor was an API key, a user, the system or an unknown caller.',
      }),
      id: z.string().meta({ description: 'ID of the API key or user, or name of the system.' }),
      name: z
        .string()
        .nullable()
        .meta({ description: 'Name of the API key or user; null if there is none.' }),
      providerId: idOf('provider').nullable(),
    })
    .meta({
      description: 'The API key or user, with the name, and the provider for whom they acted.',
      example: {
        kind: 'API_KEY',
        id: exampleId('apiKey'),
        name: 'Dr. Ana Ruiz',
        providerId: exampleId('provider'),
      },
    }),
  action: z.string().meta({ description: 'Action, as an operationId.', example: 'getChildChart' }),
  subjectType: SubjectType.nullable().meta({
    description: 'Kind of the requested record; null for a list.',
    example: 'CHILD',
  }),
  subjectId: naming(ANY_RECORD, z.string())
    .nullable()
    .meta({
      description: 'ID of the requested record; null for a list.',
      example: exampleId('child'),
    }),
  purpose: z.enum(PurposeOfUse).meta({
    description:
      'Purpose of the request. ETREAT: during the provider’s break-glass access to the child. TREAT: by a provider’s own key, or by somebody who acted as a provider. HOPERAT: by other people or keys of the centre, or by the platform itself.',
    example: 'TREAT',
  }),
  requestId: z
    .string()
    .nullable()
    .meta({
      description: 'X-Request-Id of the response; null if it was not a request.',
      example: exampleId('request'),
    }),
})
export type Disclosure = z.infer<typeof Disclosure>
