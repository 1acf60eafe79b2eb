/** The first start of a folder that `therapy restore` made: what waits goes on. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { databaseEnvironment, type Secrets } from './environment.ts'
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
      const env = databaseEnvironment(ownerUrl, secrets)
      await using platform = openPlatform({
        appUrl: env.APP_DATABASE_URL,
        systemUrl: env.SYSTEM_DATABASE_URL,
        encryptionKeys: env.ENCRYPTION_KEYS,
        poolSize: 2,
      })
      const since = new Date(restored.temporalAsOf)
      const { woken } = await wakeCentres(platform, { action: 'therapy restore', since })
      rmSync(file)
      return woken
    },
    (woken) => `as of ${restored.backupOf}, ${woken} workflows go on`,
  )
}
