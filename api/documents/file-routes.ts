import { publicRoute, text } from './public-route.ts'

const linkToken = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'Token of the link. No other credential is required.',
  schema: text,
  example: 'eyJwdXJwb3NlIjoidXBsb2FkIn0.x5Yc',
}
const BINARY = { type: 'string', format: 'binary' }

export const uploadFileRoute = publicRoute({
  operationId: 'uploadFile',
  tag: 'Attachments',
  summary: 'Upload the bytes of a file',
  description:
    'Send the file to the link from `/v1/attachments/{id}/upload-link` or `/v1/provider-documents/{id}/upload-link`. A link works once, and only while the API key that requested it is valid. While the server is receiving too many files, it returns 503 with Retry-After.',
  parameters: [linkToken],
  requestBody: { required: true, content: { 'application/octet-stream': { schema: BINARY } } },
  success: {
    description: 'The attachment or provider document, READY.',
    schema: { type: 'object' },
  },
  errors: [
    'body_incomplete',
    'insufficient_scope',
    'not_found',
    'upload_too_slow',
    'processing_restricted',
    'link_expired',
    'link_revoked',
    'invalid_transition',
    'payload_too_large',
    'file_refused',
  ],
})

export const downloadFileRoute = publicRoute({
  operationId: 'downloadFile',
  tag: 'Attachments',
  summary: 'Download a file',
  description:
    'Fetch the file with the link from `/v1/attachments/{id}/download-link` or `/v1/provider-documents/{id}/download-link`. A link works until it expires or the API key that requested it is revoked.',
  parameters: [linkToken],
  success: { description: 'The file.', schema: BINARY, type: '*/*' },
  errors: [
    'insufficient_scope',
    'not_found',
    'link_expired',
    'link_revoked',
    'invalid_transition',
    'file_missing',
  ],
})
