/** How long a link is valid. */
export const LINK_LIFETIME_MS = {
  upload: 15 * 60_000,
  download: 5 * 60_000,
  archive: 5 * 60_000,
} as const

/** Allowed types: documents, pictures and session recordings, but nothing that a browser would execute. */
export const ContentType = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'audio/mpeg',
  'audio/wav',
  'video/mp4',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
] as const
export type ContentType = (typeof ContentType)[number]

export const AttachmentStatus = ['PENDING', 'READY', 'REMOVED'] as const
export type AttachmentStatus = (typeof AttachmentStatus)[number]
