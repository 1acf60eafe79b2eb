/** Brings a database to where the API can start: migrations, roles, the demo centre. */
import { readCredentials, writeCredentials, type Credentials, type Secrets } from './environment.ts'
import type { Progress } from './progress.ts'

export async function prepareDatabase(
  ownerUrl: string,
  dataDir: string,
  { appPassword, systemPassword }: Secrets,
  progress: Progress,
): Promise<Credentials> {
  await progress.step(
    'Migrations',
    async () => {
      const { migrate } = await import('../prisma/migrate.ts')
      return migrate(ownerUrl, { appPassword, systemPassword })
    },
    (applied) => (applied.length > 0 ? `${applied.length} applied` : 'up to date'),
  )
  return progress.step('Demo centre', async () => {
    const { seedDemo } = await import('../prisma/seed.ts')
    const { tenantId, clientId, clientSecret } = await seedDemo(ownerUrl, readCredentials(dataDir))
    writeCredentials(dataDir, { tenantId, clientId, clientSecret })
    return { tenantId, clientId, clientSecret }
  })
}
