import { z } from 'zod'
import type { PlatformOptions } from '#platform/core/platform.ts'
import { UsageError } from './failure.ts'

/** Environment variables of the command line. Read once per command, those that it needs. */
const VARIABLES = {
  APP_DATABASE_URL: z
    .string()
    .meta({ description: 'PostgreSQL as the restricted role therapy_app.' }),
  SYSTEM_DATABASE_URL: z
    .string()
    .meta({ description: "PostgreSQL as the platform's role therapy_system." }),
  ENCRYPTION_KEYS: z.string().meta({
    description: '<id>:<base64 of 32 bytes>, comma-separated; as the API and the worker have it.',
  }),
  DATABASE_URL: z
    .string()
    .meta({ description: 'PostgreSQL as the owner of the database; for migrate only.' }),
  FILES_LOCATION: z.string().meta({
    description: 'Where files are kept, as the API has it; for tenant export and close only.',
  }),
  PUBLIC_URL: z
    .url()
    .meta({ description: 'Where people reach the API; for login and user sign-in-link only.' }),
}

type Variable = keyof typeof VARIABLES

const Platform = z.object({
  APP_DATABASE_URL: VARIABLES.APP_DATABASE_URL,
  SYSTEM_DATABASE_URL: VARIABLES.SYSTEM_DATABASE_URL,
  ENCRYPTION_KEYS: VARIABLES.ENCRYPTION_KEYS,
})

const Migration = z.object({
  DATABASE_URL: VARIABLES.DATABASE_URL,
  APP_DATABASE_URL: VARIABLES.APP_DATABASE_URL.optional(),
  SYSTEM_DATABASE_URL: VARIABLES.SYSTEM_DATABASE_URL.optional(),
})

const POOL_SIZE = 4

export const platformConfig = (): Omit<PlatformOptions, 'registry'> => {
  const env = read(Platform)
  return {
    appUrl: env.APP_DATABASE_URL,
    systemUrl: env.SYSTEM_DATABASE_URL,
    encryptionKeys: env.ENCRYPTION_KEYS,
    poolSize: POOL_SIZE,
    // A connection that is lost while idle fails the next statement, which reports it.
    onIdleError: () => undefined,
  }
}

export interface MigrationConfig {
  ownerUrl: string
  /** Passwords that the two roles get; a role without one is left as it is. */
  appPassword?: string
  systemPassword?: string
  systemUrl?: string
}

export const migrationConfig = (): MigrationConfig => {
  const env = read(Migration)
  const appPassword = passwordOf('APP_DATABASE_URL', env.APP_DATABASE_URL)
  const systemPassword = passwordOf('SYSTEM_DATABASE_URL', env.SYSTEM_DATABASE_URL)
  return {
    ownerUrl: env.DATABASE_URL,
    ...(appPassword && { appPassword }),
    ...(systemPassword && { systemPassword }),
    ...(env.SYSTEM_DATABASE_URL && { systemUrl: env.SYSTEM_DATABASE_URL }),
  }
}

/** Where attachments and archives are. */
export const filesLocation = (): string =>
  read(z.object({ FILES_LOCATION: VARIABLES.FILES_LOCATION })).FILES_LOCATION

/** Where people reach the platform. */
export const publicUrl = (): string =>
  read(z.object({ PUBLIC_URL: VARIABLES.PUBLIC_URL })).PUBLIC_URL

const read = <T>(schema: z.ZodType<T>): T => {
  const parsed = schema.safeParse(process.env)
  if (parsed.success) return parsed.data
  const missing = parsed.error.issues.map(({ path }) => path.join('.'))
  throw new UsageError(
    `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set. No platform runs from this ` +
      'checkout: start it with bin/up. Where one runs from another, add --data DIR with its folder. ' +
      'Elsewhere, set the variables of your deployment (`therapy --help`).',
  )
}

const passwordOf = (variable: Variable, url: string | undefined): string | undefined => {
  if (url === undefined) return undefined
  if (!URL.canParse(url)) {
    throw new UsageError(`${variable} is not a URL. Write postgres://role:password@host/database.`)
  }
  return decodeURIComponent(new URL(url).password) || undefined
}

export const ENVIRONMENT_HELP = `
Environment (bin/therapy takes it from what bin/up runs beside it, unless APP_DATABASE_URL is set):
${Object.entries(VARIABLES)
  .map(([name, schema]) => `  ${name.padEnd(20)} ${schema.meta()?.description ?? ''}`)
  .join('\n')}
  TEMPORAL_ADDRESS     Temporal, and the other variables of its clients; for migrate and temporal setup.

Exit codes: 0 done, 1 failed (or the audit trail is broken), 2 wrong usage.`
