import { z } from 'zod'
import type { PersonExport as PersonExportModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { namedPerson, onePerson } from '#people/persons/named-person.ts'

export const ExportStatus = ['RUNNING', 'READY', 'EXPIRED'] as const

export const PersonExport = resourceSchema('PersonExport', {
  id: idOf('personExport'),
  childId: idOf('child').nullable(),
  clientId: idOf('client').nullable().meta({ example: null }),
  status: z.enum(ExportStatus).meta({
    description: 'Whether the archive is being created, is ready, or was deleted.',
    example: 'READY',
  }),
  sections: z
    .strictObject({
      done: z.int().meta({ description: 'Number of kinds of records already in the archive.' }),
      total: z.int().meta({ description: 'Number of all kinds of records.' }),
    })
    .meta({ description: 'Progress of the export.', example: { done: 44, total: 44 } }),
  sizeBytes: z.int().nullable().meta({
    description: 'Size of the archive in bytes; null until it is ready.',
    example: 48_213,
  }),
  sha256: z.string().nullable().meta({
    description: 'SHA-256 of the archive; null until it is ready.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }),
  requestedBy: z.string().meta({
    description: 'ID of the user or API key that requested the export.',
    example: exampleId('apiKey'),
  }),
  readyAt: z.iso.datetime().nullable().meta({
    description: 'When the archive became ready, in UTC; null until then.',
    example: '2026-11-21T09:31:00.000Z',
  }),
  expiresAt: z.iso.datetime().nullable().meta({
    description: 'When the archive is deleted, in UTC.',
    example: '2026-11-28T09:31:00.000Z',
  }),
  ...recordMembers,
})
export type PersonExport = z.infer<typeof PersonExport>

export const CreatePersonExport = z
  .strictObject(namedPerson)
  .refine(...onePerson)
  .meta({ id: 'CreatePersonExport', example: { childId: exampleId('child') } })
export type CreatePersonExport = z.infer<typeof CreatePersonExport>

export const toPersonExport = (row: PersonExportModel): PersonExport => ({
  id: row.id,
  childId: row.childId,
  clientId: row.clientId,
  status: row.status,
  sections: { done: row.sectionsDone, total: row.sectionsTotal },
  sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
  sha256: row.sha256,
  requestedBy: row.requestedBy,
  readyAt: utcOrNull(row.readyAt),
  expiresAt: utcOrNull(row.expiresAt),
  ...recordOf(row),
})
