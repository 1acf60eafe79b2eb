/**
 * `node dev/open-demo-centre.ts FOLDER`: creates the demo centre of a data folder, or finds it, and prints what callers need
 * as JSON. A process of its own, because it loads the whole domain.
 */
import { openPlatform } from '#registry/open-platform.ts'
import { demoSignInLinks, seedDemo, type DemoCredentials } from '../prisma/seed.ts'
import type { DemoCentre } from './demo-centre.ts'
import {
  keepSecrets,
  platformOptions,
  readCredentials,
  writeCredentials,
  type Credentials,
} from './environment.ts'
import { messageOf } from './errors.ts'

async function openDemoCentre(dataDir: string, ownerUrl: string): Promise<DemoCentre> {
  await using platform = openPlatform(platformOptions(ownerUrl, keepSecrets(dataDir)))
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

const [, , dataDir] = process.argv
try {
  const ownerUrl = process.env['DATABASE_URL']
  if (!dataDir || !ownerUrl) throw new Error('Name the data folder, and set DATABASE_URL.')
  const centre = await openDemoCentre(dataDir, ownerUrl)
  process.stdout.write(JSON.stringify(centre))
} catch (error) {
  process.stderr.write(messageOf(error))
  process.exitCode = 1
}
