/** Prepares a database for the API: migrations, roles, the demo centre. */
import {
  platformOptions,
  readCredentials,
  writeCredentials,
  type Credentials,
  type Secrets,
} from './environment.ts'
import { finishRestore } from './finish-restore.ts'
import type { DemoCredentials } from '../prisma/seed.ts'
import type { Progress } from './progress.ts'

export async function prepareDatabase(
  ownerUrl: string,
  dataDir: string,
  secrets: Secrets,
  progress: Progress,
): Promise<DemoCentre> {
  await progress.step(
    'Migrations',
    () => migrated(ownerUrl, dataDir, secrets),
    (applied) => (applied.length > 0 ? `${applied.length} applied` : 'up to date'),
  )
  await finishRestore(ownerUrl, dataDir, secrets, progress)
  return progress.step('Demo centre', () => openDemoCentre(ownerUrl, dataDir, secrets))
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

export interface DemoCentre {
  credentials: Credentials
  /** API paths that sign in as people of the centre. */
  signInLinks: { role: string; path: string }[]
}

async function openDemoCentre(
  ownerUrl: string,
  dataDir: string,
  secrets: Secrets,
): Promise<DemoCentre> {
  const [{ openPlatform }, { demoSignInLinks, seedDemo }] = await Promise.all([
    import('#registry/open-platform.ts'),
    import('../prisma/seed.ts'),
  ])
  await using platform = openPlatform(platformOptions(ownerUrl, secrets))
  const kept = readCredentials(dataDir)
  const seeded = await seedDemo(platform, { existingClientId: kept?.clientId })
  const credentials = credentialsOf(seeded, kept)
  if (credentials !== kept) writeCredentials(dataDir, credentials)
  return { credentials, signInLinks: await demoSignInLinks(platform) }
}

/** The demo centre's key: the existing one if its secret is stored here, otherwise a new one. */
function credentialsOf(
  { tenantId, clientId, clientSecret }: DemoCredentials,
  kept: Credentials | undefined,
): Credentials {
  if (clientSecret !== undefined) return { tenantId, clientId, clientSecret }
  if (kept) return kept
  throw new Error('The demo key exists but its secret is missing. Start with a new --data.')
}
