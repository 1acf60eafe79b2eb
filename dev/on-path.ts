/** Programs installed on this machine. */
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

export function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  return folders.map((folder) => executable(path.join(folder, name))).find(Boolean)
}

/** The file's path if it is executable. */
export function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    return undefined
  }
}
