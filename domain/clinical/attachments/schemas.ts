import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type { Attachment as AttachmentModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { AttachmentStatus, ContentType } from './rules.ts'

const file = {
  name: line(200).meta({
    description: 'File name that is suggested for the download.',
    example: 'Referral.pdf',
  }),
  contentType: growing(z.enum(ContentType)).meta({
    description: 'Media type of the file. The bytes must be of that type.',
  }),
}

const members = {
  childId: idOf('child'),
  sessionId: idOf('session').nullable().meta({ example: null }),
  ...file,
}

const facts = {
  status: z
    .enum(AttachmentStatus)
    .meta({ description: 'Whether the file is awaited, can be used, or was refused.' }),
  sizeBytes: z.int().nullable().meta({
    description: 'Size of the file in bytes; null until it is uploaded.',
    example: 48_213,
  }),
  sha256: z.string().nullable().meta({
    description: 'SHA-256 of the file, as 64 hexadecimal digits; null until it is uploaded.',
    example: null,
  }),
  uploadedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the file was uploaded, in UTC; null until then.', example: null }),
  createdBy: z.string().meta({
    description: 'ID of the user or API key that announced the file.',
    example: exampleId('apiKey'),
  }),
  ...recordMembers,
}

export const Attachment = resourceSchema('Attachment', {
  id: idOf('attachment'),
  ...members,
  ...facts,
})
export type Attachment = z.infer<typeof Attachment>

/** A file of a provider, such as a license or a certificate. */
export const ProviderDocument = resourceSchema('ProviderDocument', {
  id: idOf('providerDocument'),
  providerId: idOf('provider'),
  ...file,
  name: file.name.meta({
    description: 'File name that is suggested for the download.',
    example: 'License.pdf',
  }),
  ...facts,
  createdBy: facts.createdBy.meta({
    description: 'ID of the user, API key or one-time link that added the document.',
    example: exampleId('apiKey'),
  }),
})
export type ProviderDocument = z.infer<typeof ProviderDocument>

export const CreateProviderDocument = z
  .strictObject({
    providerId: idOf('provider'),
    name: ProviderDocument.shape.name,
    contentType: file.contentType,
  })
  .meta({
    id: 'CreateProviderDocument',
    example: {
      providerId: exampleId('provider'),
      name: 'License.pdf',
      contentType: 'application/pdf',
    },
  })
export type CreateProviderDocument = z.infer<typeof CreateProviderDocument>

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

const linkTo = (folder: 'uploads' | 'files') => ({
  path: z.string().meta({
    description:
      'Path relative to this API. It requires no token: anybody who has the link can use it until it expires.',
    example: `/v1/${folder}/eyJ0ZW5hbnRJZCI6…`,
  }),
  expiresAt: z.iso.datetime().meta({
    description: 'When the link expires, in UTC.',
    example: '2026-11-21T09:45:00.000Z',
  }),
})

/** Where and how to upload a file. */
export const UploadLink = resourceSchema('UploadLink', {
  method: z
    .literal('PUT')
    .meta({ description: 'HTTP method with which to send the file.', example: 'PUT' }),
  ...linkTo('uploads'),
})
export type UploadLink = z.infer<typeof UploadLink>

/** Where to download a file. */
export const DownloadLink = resourceSchema('DownloadLink', {
  method: z
    .literal('GET')
    .meta({ description: 'HTTP method with which to fetch the file.', example: 'GET' }),
  ...linkTo('files'),
})
export type DownloadLink = z.infer<typeof DownloadLink>

const factsOf = (row: AttachmentModel) => ({
  name: row.name,
  contentType: row.contentType as ContentType,
  status: row.status as AttachmentStatus,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  uploadedAt: utcOrNull(row.uploadedAt),
  createdBy: row.createdBy,
  ...recordOf(row),
})

// Each type is used only for its own rows, so the subject is always set.
export const toAttachment = (row: AttachmentModel): Attachment => ({
  id: row.id,
  childId: row.childId!,
  sessionId: row.sessionId,
  ...factsOf(row),
})

export const toProviderDocument = (row: AttachmentModel): ProviderDocument => ({
  id: row.id,
  providerId: row.providerId!,
  ...factsOf(row),
})
