import { createAttachment } from '#clinical/attachments/create-attachment.ts'
import { createAttachmentDownloadLink } from '#clinical/attachments/create-attachment-download-link.ts'
import { createAttachmentUploadLink } from '#clinical/attachments/create-attachment-upload-link.ts'
import { AttachmentQuery, getAttachment, listAttachments } from '#clinical/attachments/queries.ts'
import { removeAttachment } from '#clinical/attachments/remove-attachment.ts'
import {
  Attachment,
  CreateAttachment,
  DownloadLink,
  UploadLink,
} from '#clinical/attachments/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Attachments'
const params = idParam('attachment')

export const attachmentOperations = [
  operation({
    id: 'createAttachment',
    method: 'post',
    path: '/v1/attachments',
    tag,
    summary: 'Create an attachment: announce a file of a child',
    description: 'Then ask for its upload link and send the bytes there.',
    permission: 'attachments:write',
    body: CreateAttachment,
    status: 201,
    response: Attachment,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createAttachment(ctx, body),
  }),
  operation({
    id: 'listAttachments',
    method: 'get',
    path: '/v1/attachments',
    tag,
    summary: 'List attachments',
    description: 'Newest first. The bytes are fetched by a link of their own.',
    permission: 'attachments:read',
    query: AttachmentQuery,
    status: 200,
    response: pageOf(Attachment),
    run: (ctx, { query }) => listAttachments(ctx, query),
  }),
  operation({
    id: 'getAttachment',
    method: 'get',
    path: '/v1/attachments/{id}',
    tag,
    summary: 'Retrieve an attachment',
    description: 'What is known of the file. The bytes are fetched by a link of their own.',
    permission: 'attachments:read',
    params,
    status: 200,
    response: Attachment,
    errors: ['not_found'],
    run: (ctx, { params }) => getAttachment(ctx, params),
  }),
  operation({
    id: 'createAttachmentUploadLink',
    method: 'post',
    path: '/v1/attachments/{id}/upload-link',
    tag,
    summary: 'Create a link to upload the file',
    description:
      'PUT the bytes, 25 MiB at most, to `path` within 15 minutes, once; the link ends with the API key that asked for it. They must be of the announced type, whatever they are called, and are scanned for malware by the scanner that the deployment configures (`MALWARE_SCANNER`): `file_refused` says why not, `unavailable` that the scanner gave no verdict and nothing was kept. Sends `attachment.added` when they are kept.',
    permission: 'attachments:write',
    params,
    status: 200,
    response: UploadLink,
    errors: ['not_found', 'invalid_transition'],
    run: (ctx, { params }) => createAttachmentUploadLink(ctx, params),
  }),
  operation({
    id: 'createAttachmentDownloadLink',
    method: 'post',
    path: '/v1/attachments/{id}/download-link',
    tag,
    summary: 'Create a link to download the file',
    description:
      '`path` works for five minutes, unless the API key that asked for it is revoked; every use of it is in the audit trail.',
    permission: 'attachments:read',
    params,
    status: 200,
    response: DownloadLink,
    errors: ['not_found', 'invalid_transition'],
    run: (ctx, { params }) => createAttachmentDownloadLink(ctx, params),
  }),
  operation({
    id: 'removeAttachment',
    method: 'post',
    path: '/v1/attachments/{id}/remove',
    tag,
    summary: 'Remove an attachment and its file',
    description: 'Its bytes are gone; that it was there stays on record.',
    permission: 'attachments:write',
    params,
    status: 200,
    response: Attachment,
    example: { status: 'REMOVED', uploadedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => removeAttachment(ctx, { ...params, version }),
  }),
]
