import { permissionsIn, type Permission } from '#platform/core/access/permissions.ts'
import { fileKindOf } from './file-kind-of.ts'
import type { FileLink } from './file-link.ts'

/** The permission that a link requires. */
export const permissionOf = ({
  purpose,
  fileId,
}: Pick<FileLink, 'purpose' | 'fileId'>): Permission => {
  if (purpose === 'archive') return 'person-exports:read'
  const { record, read } = fileKindOf(fileId)
  return purpose === 'download' ? read : permissionsIn(record.permission)[0]
}
