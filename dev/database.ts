/** Brings a database to where the API can start: migrations, roles, the demo centre. */
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
    async () => {
      const { migrate } = await import('../prisma/migrate.ts')
      return migrate(ownerUrl, secrets)
    },
    (applied) => (applied.length > 0 ? `${applied.length} applied` : 'up to date'),
  )
  await finishRestore(ownerUrl, dataDir, secrets, progress)
  return progress.step('Demo centre', () => openDemoCentre(ownerUrl, dataDir, secrets))
}

export interface DemoCentre {
  credentials: Credentials
  /** Paths of the API that sign in as people of the centre. */
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

/** The demo centre's key: the one whose secret was kept here, or a new one. */
function credentialsOf(
  { tenantId, clientId, clientSecret }: DemoCredentials,
  kept: Credentials | undefined,
): Credentials {
  if (clientSecret !== undefined) return { tenantId, clientId, clientSecret }
  if (kept) return kept
  throw new Error('The demo key is there and its secret is not. Start with a new --data.')
}
