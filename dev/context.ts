/** What every part of the platform needs while it starts. */
import type { RunFile } from './run-file.ts'

export interface PlatformContext {
  /** Absolute. */
  dataDir: string
  run: RunFile
  /** Aborts when the platform must stop, even while it is still starting. */
  signal: AbortSignal
  /** Cancels the parts that are still starting, because another part failed to start. */
  cancel: () => void
  /** Reports an event that the user should know about: an unexpected end, a restart. */
  say: (line: string) => void
  /** Reports what a slow step is doing. */
  note: (line: string) => void
}
