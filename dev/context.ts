/** What every part of a starting platform needs. */
import type { RunFile } from './run-file.ts'

export interface PlatformContext {
  /** Absolute. */
  dataDir: string
  run: RunFile
  /** Aborts when the platform is to stop, also while it is still starting. */
  signal: AbortSignal
  /** Calls off what is still starting, because something else could not be started. */
  cancel: () => void
  /** Something the user should know: an unexpected end, a restart. */
  say: (line: string) => void
  /** What a step is doing that takes long. */
  note: (line: string) => void
}
