import type { FileStore } from '../../providers/files/file-store.ts'

/** A tenant's keys in the file store. */
export const storedKeys = async (files: FileStore, tenantId: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of files.list(tenantId)) keys.push(key)
  return keys
}
