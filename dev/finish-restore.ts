/** Resumes waiting work when `bin/up` first starts a folder that `therapy restore` made. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { platformOptions, type Secrets } from './environment.ts'
import { readJson } from './files.ts'
import type { Progress } from './progress.ts'
import { RESTORED, type Restored } from '../cli/backups/restore-backup.ts'

export async function finishRestore(
  ownerUrl: string,
  dataDir: string,
  secrets: Secrets,
  progress: Progress,
): Promise<void> {
  const file = path.join(dataDir, RESTORED)
  const restored = readJson(file) as Restored | undefined
  if (!restored) return
  await progress.step(
    'Restored',
    async () => {
      const [{ openPlatform }, { wakeCentres }] = await Promise.all([
        import('#registry/open-platform.ts'),
        import('../cli/backups/wake-centres.ts'),
      ])
      await using platform = openPlatform(platformOptions(ownerUrl, secrets))
      const since = new Date(restored.temporalAsOf)
      const { woken } = await wakeCentres(platform, { action: 'therapy restore', since })
      rmSync(file)
      return woken
    },
    (woken) => `as of ${restored.backupOf}, ${woken} workflows resume`,
  )
}
