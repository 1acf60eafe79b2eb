import { createAttachmentDownloadLink } from '#clinical/attachments/create-attachment-download-link.ts'
import { createAttachmentUploadLink } from '#clinical/attachments/create-attachment-upload-link.ts'
import { createProviderDocument } from '#clinical/attachments/create-provider-document.ts'
import {
  getProviderDocument,
  listProviderDocuments,
  ProviderDocumentQuery,
} from '#clinical/attachments/queries.ts'
import { removeProviderDocument } from '#clinical/attachments/remove-provider-document.ts'
import {
  CreateProviderDocument,
  DownloadLink,
  ProviderDocument,
  UploadLink,
} from '#clinical/attachments/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Provider documents',
  about:
    'Files of a provider, such as licenses and certificates, uploaded and downloaded like attachments.',
}
const params = idParam('providerDocument')

export const providerDocumentOperations = [
  operation({
    id: 'createProviderDocument',
    method: 'post',
    path: '/v1/provider-documents',
    tag,
    summary: 'Create a provider document',
    description: 'Announces the file. Then create its upload link and send the bytes there.',
    permission: 'provider-documents:write',
    body: CreateProviderDocument,
    status: 201,
    response: ProviderDocument,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createProviderDocument(ctx, body),
  }),
  operation({
    id: 'listProviderDocuments',
    method: 'get',
    path: '/v1/provider-documents',
    tag,
    summary: 'List documents of providers',
    description:
      'Newest first. A caller bound to a provider sees only that provider’s documents; a caller bound to locations sees only documents of providers who work there.',
    permission: 'provider-documents:read',
    query: ProviderDocumentQuery,
    status: 200,
    response: pageOf(ProviderDocument),
    run: (ctx, { query }) => listProviderDocuments(ctx, query),
  }),
  operation({
    id: 'getProviderDocument',
    method: 'get',
    path: '/v1/provider-documents/{id}',
    tag,
    summary: 'Retrieve a provider document',
    description: 'Returns the record of the file. To fetch the file, create a download link.',
    permission: 'provider-documents:read',
    params,
    status: 200,
    response: ProviderDocument,
    errors: ['not_found'],
    run: (ctx, { params }) => getProviderDocument(ctx, params),
  }),
  operation({
    id: 'createProviderDocumentUploadLink',
    method: 'post',
    path: '/v1/provider-documents/{id}/upload-link',
    tag,
    summary: 'Create a link to upload the document',
    description:
      'Works like the upload link of an attachment: send at most 25 MiB with PUT to `path`, once, within 15 minutes. When the file is stored, `provider_document.added` is sent.',
    permission: 'provider-documents:write',
    params,
    status: 200,
    response: UploadLink,
    errors: ['not_found', 'invalid_transition'],
    run: (ctx, { params }) => createAttachmentUploadLink(ctx, params),
  }),
  operation({
    id: 'createProviderDocumentDownloadLink',
    method: 'post',
    path: '/v1/provider-documents/{id}/download-link',
    tag,
    summary: 'Create a link to download the document',
    description:
      '`path` works for five minutes, unless the API key that created it is revoked. Each use is recorded in the audit trail.',
    permission: 'provider-documents:read',
    params,
    status: 200,
    response: DownloadLink,
    errors: ['not_found', 'invalid_transition'],
    run: (ctx, { params }) => createAttachmentDownloadLink(ctx, params),
  }),
  operation({
    id: 'removeProviderDocument',
    method: 'post',
    path: '/v1/provider-documents/{id}/remove',
    tag,
    summary: 'Remove a provider document and its file',
    description: 'Deletes the file, and keeps a record that it existed.',
    permission: 'provider-documents:write',
    params,
    status: 200,
    response: ProviderDocument,
    example: { status: 'REMOVED', uploadedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => removeProviderDocument(ctx, { ...params, version }),
  }),
]
