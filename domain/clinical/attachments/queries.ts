import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { AttachmentStatus } from './rules.ts'
import { toAttachment, toProviderDocument } from './schemas.ts'

export const AttachmentQuery = listQuery('attachment', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  sessionId: idOf('session').optional(),
  status: anyOf(AttachmentStatus, 'Returns only attachments with this status.'),
})
export type AttachmentQuery = z.infer<typeof AttachmentQuery>

export const ProviderDocumentQuery = listQuery('providerDocument', ['-createdAt', 'createdAt'], {
  providerId: idOf('provider').optional(),
  status: anyOf(AttachmentStatus, 'Returns only documents with this status.'),
})
export type ProviderDocumentQuery = z.infer<typeof ProviderDocumentQuery>

const findWith =
  (subject: Prisma.AttachmentWhereInput) =>
  ({ db }: Reader, { where, ...selection }: Selection<Prisma.AttachmentWhereInput>) =>
    db.attachment.findMany({ where: { AND: [subject, where] }, ...selection })

const attachments = recordQueries({
  permission: 'attachments:read',
  name: 'attachment',
  find: findWith({ childId: { not: null } }),
  show: each(toAttachment),
})

export const loadAttachment = attachments.load
export const getAttachment = attachments.get
export const listAttachments = attachments.list((query: AttachmentQuery) =>
  given(query, 'childId', 'sessionId', 'status'),
)

const providerDocuments = recordQueries({
  permission: 'provider-documents:read',
  name: 'provider document',
  find: findWith({ providerId: { not: null } }),
  show: each(toProviderDocument),
})

export const loadProviderDocument = providerDocuments.load
export const getProviderDocument = providerDocuments.get
export const listProviderDocuments = providerDocuments.list((query: ProviderDocumentQuery) =>
  given(query, 'providerId', 'status'),
)
