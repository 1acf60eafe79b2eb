/** Prepares a database for the API: migrations, roles, what a restored backup left to do. */
import type { Secrets } from './environment.ts'
import { finishRestore } from './finish-restore.ts'
import type { Progress } from './progress.ts'

export async function prepareDatabase(
  ownerUrl: string,
  dataDir: string,
  secrets: Secrets,
  progress: Progress,
): Promise<void> {
  await progress.step(
    'Migrations',
    () => migrated(ownerUrl, dataDir, secrets),
    (applied) => (applied.length > 0 ? `${applied.length} applied` : 'up to date'),
  )
  await finishRestore(ownerUrl, dataDir, secrets, progress)
}

/** Upgrades the data folder of an older version, or names the version that must upgrade it first. */
async function migrated(ownerUrl: string, dataDir: string, secrets: Secrets): Promise<string[]> {
  const [{ migrate }, { TooOldError }] = await Promise.all([
    import('../prisma/migrate.ts'),
    import('../prisma/adopt.ts'),
  ])
  try {
    return await migrate(ownerUrl, secrets)
  } catch (error) {
    if (!(error instanceof TooOldError)) throw error
    const { version } = error
    throw new Error(
      `${dataDir} was created by a version before ${version}. Run bin/up of version ${version} with this folder once, then run this version again. To start with an empty folder, pass another one: bin/up --data DIR`,
      { cause: error },
    )
  }
}
