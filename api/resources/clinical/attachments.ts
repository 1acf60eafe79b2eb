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

const tag = {
  name: 'Attachments',
  about: 'Files of a child, uploaded and downloaded through short-lived links.',
}
const params = idParam('attachment')

export const attachmentOperations = [
  operation({
    id: 'createAttachment',
    method: 'post',
    path: '/v1/attachments',
    tag,
    summary: 'Create an attachment for a child',
    description: 'Announces the file. Then create its upload link and send the bytes there.',
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
    description: 'Newest first. To fetch a file, create a download link.',
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
    description: 'Returns the record of the file. To fetch the file, create a download link.',
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
      'Send the file with PUT to `path`: at most 25 MiB, once, within 15 minutes. The link stops working if the API key that created it is revoked. The bytes must be of the announced type, and the deployment’s scanner (`MALWARE_SCANNER`) checks them: `file_refused` gives the reason why a file was refused; `unavailable` means that the scanner gave no result and nothing was stored. When the file is stored, `attachment.added` is sent.',
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
      '`path` works for five minutes, unless the API key that created it is revoked. Each use is recorded in the audit trail.',
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
    description: 'Deletes the file, and keeps a record that it existed.',
    permission: 'attachments:write',
    params,
    status: 200,
    response: Attachment,
    example: { status: 'REMOVED', uploadedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => removeAttachment(ctx, { ...params, version }),
  }),
]
