import { z } from 'zod'
import { growing } from '#platform/core/growing.ts'
import type { Attachment as AttachmentModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utcOrNull } from '#platform/core/time.ts'
import { AttachmentStatus, ContentType } from './rules.ts'

const members = {
  childId: idOf('child'),
  sessionId: idOf('session').nullable().meta({ example: null }),
  name: line(200).meta({
    description: 'What it is called when downloaded.',
    example: 'Referral.pdf',
  }),
  contentType: growing(z.enum(ContentType)),
}

export const Attachment = resourceSchema('Attachment', {
  id: idOf('attachment'),
  ...members,
  status: z.enum(AttachmentStatus),
  sizeBytes: z.int().nullable().meta({ example: 48_213 }),
  sha256: z.string().nullable().meta({ example: null }),
  uploadedAt: z.iso.datetime().nullable().meta({ example: null }),
  createdBy: z.string().meta({ example: exampleId('apiKey') }),
  ...recordMembers,
})
export type Attachment = z.infer<typeof Attachment>

export const CreateAttachment = z
  .strictObject({
    childId: members.childId,
    sessionId: members.sessionId.exactOptional(),
    name: members.name,
    contentType: members.contentType,
  })
  .meta({
    id: 'CreateAttachment',
    example: {
      childId: exampleId('child'),
      name: 'Referral.pdf',
      contentType: 'application/pdf',
    },
  })
export type CreateAttachment = z.infer<typeof CreateAttachment>

const link = {
  path: z.string().meta({
    description:
      'Relative to this API. It needs no token: anybody who has it may use it until it expires.',
    example: '/v1/files/eyJ0ZW5hbnRJZCI6…',
  }),
  expiresAt: z.iso.datetime().meta({ example: '2026-11-21T09:45:00.000Z' }),
}

/** Where to send a file. */
export const UploadLink = resourceSchema('UploadLink', {
  method: z.literal('PUT').meta({ example: 'PUT' }),
  ...link,
})
export type UploadLink = z.infer<typeof UploadLink>

/** Where to fetch a file from. */
export const DownloadLink = resourceSchema('DownloadLink', {
  method: z.literal('GET').meta({ example: 'GET' }),
  ...link,
})
export type DownloadLink = z.infer<typeof DownloadLink>

export const toAttachment = (row: AttachmentModel): Attachment => ({
  id: row.id,
  childId: row.childId,
  sessionId: row.sessionId,
  name: row.name,
  contentType: row.contentType as ContentType,
  status: row.status as AttachmentStatus,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  uploadedAt: utcOrNull(row.uploadedAt),
  createdBy: row.createdBy,
  ...recordOf(row),
})
